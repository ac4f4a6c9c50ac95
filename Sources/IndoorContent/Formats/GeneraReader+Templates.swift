import IndoorModel

// How pages of items are laid out, and keys that the format doesn't have.
extension GeneraReader {
  mutating func template(_ value: Property, at index: Int) {
    let members = value.members
    guard let name = members["templateName"].word else {
      return keep(value, of: "templateList", at: index)
    }
    var pages: [GuideTemplate.Page] = []
    if let file = members["tabletTemplate"].word { pages.append(page("", file, name)) }
    for tab in members["mobileTabs"].list {
      var page = page(tab["tabName"].word ?? "", tab["tabTemplate"].word, name)
      page.label = tab["tabLabel"].word
      page.icon = tab["tabIcon"].word
      pages.append(page)
      unknown(
        tab.members, of: "a tab of template \(name)",
        besides: ["tabName", "tabLabel", "tabIcon", "tabTemplate"],
        keptAs: "templateList.\(name).mobileTabs")
    }
    unknown(
      members, of: "template \(name)", besides: ["templateName", "tabletTemplate", "mobileTabs"],
      keptAs: "templateList.\(name)")
    builder.content.templates.append(GuideTemplate(name: name, pages: pages))
  }

  private mutating func page(
    _ tab: String, _ file: String?, _ name: String
  ) -> GuideTemplate.Page {
    guard let file, file != "default" else { return GuideTemplate.Page(tab: tab) }
    let html = template(file)
    if html == nil {
      builder.find(
        .unknownTemplate,
        "template \(name) names the file \(file), which isn't beside the guide; put it there")
    }
    return GuideTemplate.Page(tab: tab, file: file, html: html)
  }

  /// - Parameter prefix: what stands before the name of the guide's text that a value is kept as;
  ///   `nil` for what its owner says.
  mutating func unknown(
    _ members: Property.Members, of what: String, item: String? = nil, besides known: Set<String>,
    keptAs prefix: String? = nil, line: Int? = nil
  ) {
    for (name, value) in members.pairs where !known.contains(name) {
      builder.find(
        .unknownKey, item: item, line: members.line ?? line,
        "\(what) has the unknown key \(name); check its spelling")
      if let prefix { builder.flatten("\(prefix).\(name)", value, of: .collection) }
    }
  }

  /// Tells names of groups, and of what is said of media, that are nearly those of the format.
  mutating func tellNames() {
    let group: Set = [
      "label", "supergroupID", "groupID", "subgroupID", "order", "standardImage",
      "highlightedImage",
    ]
    let medium: Set = [
      "filename", "imageDescription", "audioDescription", "credit", "licenseType", "alternateText",
    ]
    let items = root["objectData"].list + root["data"].list
    let media = ["images", "audioFiles", "audio", "squareThumbnail"]
    let objects =
      ["supergroupList", "groupList", "subgroupList"].map { (group, root[$0].list) }
      + [
        (
          medium,
          root["galleryImages"].list + items.flatMap { item in media.flatMap { item[$0].list } }
        )
      ]
    for (known, values) in objects {
      var names = PropertyNames(known: known)
      for value in values { names.add(value.members, line: value.members.line) }
      _ = names.tellAlmost(&builder)
    }
  }
}
