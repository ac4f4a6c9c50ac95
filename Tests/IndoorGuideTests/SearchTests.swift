import Foundation
import IndoorGeometry
import IndoorGuide
import IndoorModel
import Testing

/// Prefix search beside a brute force in Python over the same works.
struct SearchTests {
  /// Works, queries and what a reading of the rules finds, all of it in Python: every work is
  /// looked at for every query.
  private static let oracle = """
    import json, random, re, sys, unicodedata
    random.seed(int(sys.argv[1]))
    typed = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
    def fold(text):
      text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
      out = []
      for c in text:
        if unicodedata.category(c) in ("Mn", "Me") and out and any(
            unicodedata.name(b, "").startswith(s) for b in [next((x for x in reversed(out)
            if unicodedata.category(x) not in ("Mn", "Me")), " ")]
            for s in ("LATIN", "GREEK", "CYRILLIC", "HEBREW", "ARABIC")):
          continue
        out.append(str(unicodedata.digit(c)) if unicodedata.category(c) == "Nd" else typed.get(c, c))
      return "".join(out)
    WORD = "LMN"
    def runs(text):
      run = ""
      for c in fold(text) + " ":
        if unicodedata.category(c)[0] in WORD: run += c
        else:
          if run: yield run
          run = ""
    def tokens(text, query):
      found = []
      folded = fold(text)
      spans = [m.span() for m in re.finditer(r"[0-9][^\\W_]*(?:[-./][^\\W_]+)+", folded)
               if m.start() == 0 or not folded[m.start() - 1].isalnum()]
      for a, b in spans: found.append(folded[a:b])
      if query:
        for a, b in reversed(spans): folded = folded[:a] + " " + folded[b:]
      run = ""
      for c in folded + " ":
        if unicodedata.category(c)[0] in WORD: run += c
        else:
          if run: found.append(run)
          run = ""
      out = []
      for t in found:
        if "CJK" in unicodedata.name(t[0], ""):
          out += [t[i:i+2] for i in range(len(t) - 1)]
          if len(t) == 1 or not query: out.append(t[-1])
        else: out.append(t)
      if not query:
        out += [m.group().replace("'", "").replace("’", "") for m in re.finditer(r"\\w+(?:['’]\\w+)+", folded)]
      return out
    def normal(text): return " ".join(runs(text))
    stems = ["Monet", "Mona", "Café", "Straße", "ΠΙΝΑΞ", "Картина", "Vase", "vessel", "Über", "of", "the",
             "2003.238.1", "2003.24", "1880", "Ǻngström", "naïve", "美術館", "術", "美館", "O'Brien", "ﬁgure", "x", "Lo-fi", "O’Keeffe", "Œuvre", "ŁÓDŹ", "١٩٨٠", "१२"]
    works = []
    for i in range(400):
      title = " ".join(random.choice(stems) for _ in range(random.randint(1, 4)))
      other = " ".join(random.choice(stems) for _ in range(random.randint(0, 6)))
      codes = [random.choice(["1", "10", "109", "11", "E 48", "2003.2"])] if random.random() < 0.3 else []
      sort = random.choice([None, None, 1, 2, 2.5, 10])
      works.append({"key": "k%d" % i, "title": title, "other": other, "codes": codes, "sort": sort})
    for w in works:
      w["n"] = (normal(w["title"]), [normal(c) for c in w["codes"]])
      w["t"] = set(tokens(w["title"], False))
      w["all"] = w["t"] | {t for x in [w["other"]] + w["codes"] for t in tokens(x, False)}
    def rank(w, n, ts):
      title, codes = w["n"]
      if n in codes: return 0
      if any(c.startswith(n) for c in codes): return 1
      if title.startswith(n): return 2
      def has(have): return all(any(h.startswith(t) for h in have) for t in ts)
      return 3 if has(w["t"]) else 4 if has(w["all"]) else None
    queries = []
    for _ in range(1500):
      w = random.choice(works)
      words = (w["title"] + " " + w["other"]).split()
      a = random.choice(words)
      q = a[:random.randint(1, 8)]
      if random.random() < 0.3: q += " " + random.choice(words)[:random.randint(1, 4)]
      if random.random() < 0.1 and w["codes"]: q = w["codes"][0][:random.randint(1, 4)]
      if random.random() < 0.1: q = q.upper()
      if random.random() < 0.05: q = "zzz" + q
      queries.append(q)
    answers = []
    for q in queries:
      if not normal(q):
        answers.append([])
        continue
      n, ts = normal(q), tokens(q, True)
      found = [(rank(w, n, ts), w["sort"] if w["sort"] is not None else float("inf"), w["key"].encode(), w["key"])
               for w in works]
      answers.append([f[3] for f in sorted(f for f in found if f[0] is not None)])
    for w in works:
      for name in ("n", "t", "all"): del w[name]
    json.dump({"works": works, "queries": queries, "answers": answers}, sys.stdout)
    """

  private struct Sample: Decodable {
    struct Work: Decodable {
      let key: String
      let title: String
      let other: String
      let codes: [String]
      let sort: Double?
    }
    let works: [Work]
    let queries: [String]
    let answers: [[String]]
  }

  private static func sample(seed: Int) throws -> Sample {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", oracle, String(seed)]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Sample.self, from: data)
  }

  private static func guide(_ works: [Sample.Work]) -> Guide {
    var content = GuideContent(GuideCollection(key: "works", format: "test"))
    for work in works {
      let owner = GuideOwner(.item, work.key)
      content.items.append(GuideItem(key: work.key, kind: "object", sort: work.sort))
      content.texts.append(GuideText(owner, "title", language: "en", work.title))
      content.texts.append(GuideText(owner, "about", language: "en", work.other))
      for code in work.codes { content.codes.append(GuideCode(code, rank: 0, owner: owner)) }
    }
    return Guide([content])
  }

  @Test(arguments: [1, 2]) func `search finds what brute force finds, in the same order`(
    seed: Int
  ) throws {
    let sample = try Self.sample(seed: seed)
    let guide = Self.guide(sample.works)
    var wrong: [String] = []
    for (query, answer) in zip(sample.queries, sample.answers) {
      let found = guide.search(query, limit: 1000).map(\.id.key)
      if found != answer {
        wrong.append("\(query): \(found.prefix(5)) instead of \(answer.prefix(5))")
      }
      #expect(guide.search(query, limit: 7).map(\.id.key) == Array(answer.prefix(7)))
    }
    #expect(wrong.count == 0, "\(wrong.prefix(8))")
    #expect(sample.answers.contains { $0.count > 100 } && sample.answers.contains { $0.isEmpty })
  }

  @Test func `pages of any length make up the whole list, each by its cursor alone`() throws {
    let sample = try Self.sample(seed: 3)
    let guide = Self.guide(sample.works)
    for (query, answer) in zip(sample.queries, sample.answers).prefix(60) {
      var (keys, cursor): ([String], String?) = ([], nil)
      repeat {
        // A guide of its own: nothing but the text of the cursor comes over.
        let page = try guide.search(query, limit: 13, after: cursor)
        #expect(page.total == answer.count)
        keys += page.rows.map(\.id.key)
        cursor = page.after
      } while cursor != nil
      #expect(keys == answer)
    }
    let other = #expect(throws: GuideError.self) {
      try guide.search("Monet", limit: 5, after: "00")
    }
    #expect(other?.code == .badCursor)
  }

  @Test func `what a keyboard hasn't got is found without it`() {
    let titles = ["L’œuvre", "Łódź", "Smørrebrød", "Georgia O’Keeffe", "L'homme"]
    let guide = Self.guide(
      titles.map { Sample.Work(key: $0, title: $0, other: "", codes: [], sort: nil) })
    for (query, title) in zip(["oeuvre", "lodz", "smorrebrod", "okeeffe", "homme"], titles) {
      for typed in [query, String(query.dropLast()), query.uppercased(), title] {
        #expect(guide.search(typed).map(\.title) == [title], "\(typed)")
      }
    }
  }
}
