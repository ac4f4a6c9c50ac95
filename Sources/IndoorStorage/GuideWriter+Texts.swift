import GRDB
import IndoorModel

// What hangs on items and tours: texts, codes, uses of media, rules, templates, findings.
extension GuideWriter {
  func texts() throws {
    let row = try db.makeStatement(
      sql: """
        INSERT INTO guide_texts (collection_id, owner_kind, owner_key, owner_position, name,
            language, value, is_html, position)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    for text in content.texts {
      let what = "the text \(text.name) of \(text.owner.kind.rawValue) \(text.owner.key)"
      try row.execute(arguments: [
        id, text.owner.kind.rawValue, try Storable.text(text.owner.key, what),
        text.owner.position, try Storable.text(text.name, what),
        try Storable.text(text.language, what), try Storable.text(text.value, what), text.isHTML,
        text.position,
      ])
    }
  }

  func codesAndUses() throws {
    for code in content.codes {
      let what = "the code \(code.code)"
      try db.cachedStatement(
        sql: """
          INSERT INTO guide_codes
            (collection_id, owner_kind, owner_key, owner_position, code, rank, medium)
            VALUES (?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        id, code.owner.kind.rawValue, try Storable.text(code.owner.key, what),
        code.owner.position, try Storable.text(code.code, what), code.rank,
        try Storable.optionalText(code.medium, what),
      ])
    }
    for use in content.uses {
      let what = "the use of medium \(use.medium)"
      try db.cachedStatement(
        sql: """
          INSERT INTO guide_media_uses
            (collection_id, owner_kind, owner_key, owner_position, medium, role)
            VALUES (?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        id, use.owner.kind.rawValue, try Storable.text(use.owner.key, what), use.owner.position,
        try Storable.text(use.medium, what), try Storable.text(use.role, what),
      ])
    }
  }

  func rest() throws {
    for rule in content.rules {
      let what = "a rule of \(rule.owner.kind.rawValue) \(rule.owner.key)"
      var (hours, begin, end): (String?, String?, String?)
      switch rule.when {
      case .hours(let text): hours = text
      case .interval(let first, let last): (begin, end) = (first, last)
      }
      try db.execute(
        sql: """
          INSERT INTO guide_rules
            (collection_id, owner_kind, owner_key, owner_position, hours, begins, ends)
            VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          id, rule.owner.kind.rawValue, try Storable.text(rule.owner.key, what),
          rule.owner.position, try Storable.optionalText(hours, what),
          try Storable.optionalText(begin, what), try Storable.optionalText(end, what),
        ])
    }
    for template in content.templates {
      let what = "template \(template.name)"
      // One without pages has a row with nothing else in it.
      let pages = template.pages.isEmpty ? [nil] : template.pages.map(Optional.some)
      for page in pages {
        try db.execute(
          sql: """
            INSERT INTO guide_templates (collection_id, template, tab, label, icon, file, html)
              VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            id, try Storable.text(template.name, what),
            try Storable.optionalText(page?.tab, what),
            try Storable.optionalText(page?.label, what),
            try Storable.optionalText(page?.icon, what),
            try Storable.optionalText(page?.file, what),
            try Storable.optionalText(page?.html, what),
          ])
      }
    }
    try findings()
  }
}
