import Foundation
import IndoorContent
import IndoorModel
import Testing

/// What is told of media: of each language, and of the files where they lie.
struct MediaFileTests {
  private static func content(_ media: [GuideMedium]) -> GuideContent {
    var content = GuideContent(GuideCollection(key: "c", format: "test"))
    content.items = [GuideItem(key: "a", kind: "object", source: "items.csv:2")]
    content.texts = [GuideText(GuideOwner(.item, "a"), "title", language: "en", "A")]
    content.media = media
    content.uses = Set(media.map(\.key)).sorted().map {
      GuideMediumUse(GuideOwner(.item, "a"), medium: $0, role: "audio")
    }
    return content
  }

  private static func sound(
    _ uri: String, language: String = "", key: String = "s", type: String = "audio/mpeg"
  ) -> GuideMedium {
    var medium = GuideMedium(key: key, uri: uri, type: type, language: language)
    medium.about.transcript = "words"
    medium.about.licence = "CC0"
    return medium
  }

  private static func messages(_ content: GuideContent, in folder: TemporaryFolder) -> [String] {
    ContentCheck.findings(of: content, media: folder.path).map {
      $0.message.replacingOccurrences(of: folder.path, with: "media")
    }
  }

  @Test func `the file of each language is looked for`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("ID3", as: "en.mp3")
    let content = Self.content([
      Self.sound("https://x.org/en.mp3", language: "en"),
      Self.sound("https://x.org/de.mp3", language: "de"),
    ])
    #expect(
      Self.messages(content, in: folder) == [
        "the file de.mp3 of the medium s in de isn't in media; put it there"
      ])
    // One file that serves both is missing once.
    let shared = Self.content(["en", "de"].map { Self.sound("x.mp3", language: $0) })
    #expect(
      Self.messages(shared, in: folder) == [
        "the file x.mp3 of the medium s isn't in media; put it there"
      ])
  }

  /// As git-annex leaves files whose content is elsewhere.
  @Test func `a link to nothing is told as one`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/a.mp3", withDestinationPath: "../annex/a.mp3")
    #expect(
      Self.messages(Self.content([Self.sound("a.mp3", language: "en")]), in: folder) == [
        "the file a.mp3 of the medium s is a link to nothing in media; put the file itself there"
      ])
  }

  /// macOS writes é as e and an accent (Unicode's normal form D), and takes A and a for one.
  @Test(arguments: ["Caf\u{E9} 1.mp3", "caf\u{65}\u{301} 1.mp3", "Caf%C3%A9%201.mp3"])
  func `a file is told whose name is written otherwise`(uri: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("ID3", as: "Caf\u{65}\u{301} 1.mp3")
    let told = Self.messages(Self.content([Self.sound(uri, language: "en")]), in: folder)
    #expect(told.count == 1 && told[0].contains("isn't in media, and Caf\u{65}\u{301} 1.mp3 is"))
  }

  @Test func `licences and terms are looked at in each language`() {
    var german = Self.sound("de.mp3", language: "de")
    german.about.licence = nil
    german.about.isFreeOnly = true
    var english = Self.sound("en.mp3", language: "en")
    let found = ContentCheck.findings(of: Self.content([english, german]), isPaid: true)
    #expect(found.map(\.rule) == [.noLicence, .freeOnlyInPaid])
    #expect(found.allSatisfy { $0.message.contains(" in de; ") })
    // What is so in both is told once.
    english.about = german.about
    let both = ContentCheck.findings(of: Self.content([english, german]), isPaid: true)
    #expect(both.map(\.rule) == [.noLicence, .freeOnlyInPaid])
    #expect(both.allSatisfy { !$0.message.contains(" in ") })
  }

  /// RFC 3986, sections 2.1 and 3.4: what is escaped, and where a query begins.
  @Test(arguments: [
    ("audio/en/101.mp3", "audio/en/101.mp3"), ("audio/en/101.mp3", "101.mp3"),
    ("https://x.org/audio/en/101.mp3?v=2", "audio/en/101.mp3"),
    ("/audio/en/101.mp3", "audio/en/101.mp3"),
    ("https://x.org/b.mp3?v=2", "b.mp3"), ("https://x.org/b.mp3#t=2", "b.mp3"),
    ("https://x.org/My%20Sound.mp3", "My Sound.mp3"),
    ("audio/My%20Sound.mp3", "audio/My Sound.mp3"),
    ("100%.mp3", "100%.mp3"), ("b.mp3?v=2", "b.mp3?v=2"),
  ])
  func `a medium's file is found under its path, its name and what they stand for`(
    uri: String, path: String
  ) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/audio/en", withIntermediateDirectories: true)
    _ = try folder.write("ID3", as: path)
    #expect(Self.messages(Self.content([Self.sound(uri)]), in: folder) == [])
  }

  @Test(arguments: ["../b.mp3", "x/../../b.mp3", "%2e%2e/b.mp3", "https://x.org/../b.mp3"])
  func `no file above the folder is looked at`(uri: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("ID3", as: "b.mp3")
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/inner/x", withIntermediateDirectories: true)
    let found = ContentCheck.findings(
      of: Self.content([Self.sound(uri)]), media: "\(folder.path)/inner")
    #expect(found.map(\.rule) == [.missingMedia])
  }

  /// The registry of media types has audio/mpeg and image/jpeg alone (IANA); programs write others.
  @Test func `other names of a type are that type`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("ID3", as: "b.mp3")
    for type in ["audio/mp3", "audio/mpeg", "AUDIO/MPEG", "audio/mpeg; charset=binary"] {
      let content = Self.content([Self.sound("b.mp3", type: type)])
      #expect(Self.messages(content, in: folder) == [], "\(type)")
    }
    #expect(
      Self.messages(Self.content([Self.sound("b.mp3", type: "audio/ogg")]), in: folder) == [
        "the file b.mp3 is audio/mpeg, and is called audio/ogg; correct its type"
      ])
  }

  /// Names of types are the same in capitals (RFC 6838, section 4.2).
  @Test func `a type in capitals is looked at, too`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Data([0x89, 0x50, 0x4E, 0x47]), as: "s.mp3")
    var sound = Self.sound("s.mp3", type: "AUDIO/MPEG")
    sound.about.transcript = nil
    #expect(
      Self.messages(Self.content([sound]), in: folder) == [
        "the sound s has no transcript; write one",
        "the file s.mp3 is image/png, and is called AUDIO/MPEG; name it as what it is",
      ])
  }

  /// What servers answer for what isn't there, what Git LFS leaves, and cut downloads.
  @Test(arguments: [
    ("", "is empty"), ("<!DOCTYPE html>\n<html>", "begins as HTML"),
    ("\n <HTML><head>", "begins as HTML"),
    ("<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code></Error>", "begins as XML"),
    ("<Error/>", "begins as XML"), ("{\"error\":\"not found\"}", "begins as JSON"),
    ("{\n  \"error\": 1}", "begins as JSON"), ("[]", "begins as JSON"),
    ("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n", "is Git LFS's pointer"),
  ])
  func `a file that is no picture and no sound is told`(text: String, what: String) throws {
    let folder = try TemporaryFolder()
    for (name, type) in [
      ("a.jpg", "image/jpeg"), ("a.png", "image/png"), ("a.gif", "image/gif"),
      ("a.webp", "image/webp"), ("a.heic", "image/heic"), ("a.mp3", "audio/mpeg"),
      ("a.m4a", "audio/mp4"), ("a.wav", "audio/wav"), ("a.mp4", "video/mp4"), ("a", "audio/*"),
    ] {
      _ = try folder.write(text, as: name)
      let told = Self.files(name, type, in: folder)
      #expect(told.map(\.rule) == [.wrongType], "\(name): \(told)")
      #expect(
        told.allSatisfy { $0.message.hasPrefix("the file \(name) \(what)") }, "\(name): \(told)")
    }
    for (name, type) in [
      ("a.vtt", "text/vtt"), ("a.txt", "text/plain"), ("a.json", "application/json"),
    ] {
      _ = try folder.write(text, as: name)
      #expect(Self.files(name, type, in: folder).isEmpty)
    }
  }

  /// SVG is XML, sounds may begin with zeros, and a picture of any kind in many ways.
  @Test func `a picture that doesn't begin as one is told, and not what may begin so`() throws {
    let folder = try TemporaryFolder()
    let zeros = Data(count: 5000)
    for type in ["jpeg", "png", "gif", "webp"] {
      _ = try folder.write(zeros, as: "a.\(type)")
      let told = Self.files("a.\(type)", "image/\(type)", in: folder)
      #expect(told.map(\.rule) == [.wrongType], "\(told)")
      #expect(told.first?.message.contains("doesn't begin as a file of image/\(type)") == true)
    }
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"
    let sound: [(Data, String, String)] = [
      (zeros, "a.mp3", "audio/mpeg"), (zeros, "a.m4a", "audio/mp4"), (zeros, "a.tif", "image/tiff"),
      (zeros, "a", "image/*"), (Data(drawing.utf8), "a.svg", "image/svg+xml"),
      (Data("<?xml version=\"1.0\"?><!-- a -->\(drawing)".utf8), "b.svg", "image/svg+xml"),
      (Data(drawing.utf8), "a.svg", "image/*"), (Data("GIF89a".utf8), "a.gif", "image/gif"),
      (Data("RIFF\0\0\0\0WEBPVP8 ".utf8), "a.webp", "image/webp"),
      (Data([0xFF, 0xD8, 0xFF, 0xE1]), "a.jpg", "image/jpeg"),
    ]
    for (bytes, name, type) in sound {
      _ = try folder.write(bytes, as: name)
      #expect(Self.files(name, type, in: folder).isEmpty, "\(name) \(type)")
    }
    let found = { Self.files("a.svg", "image/png", in: folder).map(\.message) }
    #expect(
      found() == ["the file a.svg is image/svg+xml, and is called image/png; correct its type"])
    _ = try folder.write("<!DOCTYPE html>", as: "a.svg")
    #expect(Self.files("a.svg", "image/svg+xml", in: folder).map(\.rule) == [.wrongType])
  }

  /// What is found of one medium's file.
  private static func files(
    _ uri: String, _ type: String, in folder: TemporaryFolder
  ) -> [GuideFinding] {
    var medium = sound(uri, type: type)
    medium.about.alternative = "words"
    return ContentCheck.findings(of: content([medium]), media: folder.path)
  }

  /// ID3v2.4.0, section 3.1: a size of four bytes of seven bits, without the tag's head and foot.
  /// ISO/IEC 13818-7, section 6.2: twelve bits of 1, the version, 0 for the layer.
  @Test(
    arguments: [
      ([0xFF, 0xF1, 0x50, 0x80], "audio/aac"), ([0xFF, 0xF9, 0x50, 0x80], "audio/aac"),
      ([0xFF, 0xFB, 0x90, 0x64], "audio/mpeg"), ([0, 0, 0, 0], "audio/mpeg"), ([], "audio/mpeg"),
    ] as [([UInt8], String)])
  func `what a sound is stands behind its tags`(frame: [UInt8], type: String) throws {
    func tag(_ length: Int, flags: UInt8 = 0) -> [UInt8] {
      Array("ID3".utf8) + [4, 0, flags, 0, 0, UInt8(length >> 7), UInt8(length & 0x7F)]
        + [UInt8](repeating: 0x41, count: length + (flags == 0 ? 0 : 10))
    }
    let folder = try TemporaryFolder()
    let other = type == "audio/aac" ? "audio/mpeg" : "audio/aac"
    for tags in [tag(0), tag(63), tag(300), tag(300, flags: 0x10), tag(20) + tag(200)] {
      _ = try folder.write(Data(tags + frame), as: "s.bin")
      let sound = Self.content([Self.sound("s.bin", type: type)])
      #expect(Self.messages(sound, in: folder) == [], "\(tags.count)")
      let wrong = Self.content([Self.sound("s.bin", type: other)])
      #expect(
        Self.messages(wrong, in: folder) == [
          "the file s.bin is \(type), and is called \(other); name it as what it is"
        ])
    }
    // A tag that says to be longer than the file.
    let cut: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F] + frame
    _ = try folder.write(Data(cut), as: "s.bin")
    let sound = Self.content([Self.sound("s.bin", type: "audio/mpeg")])
    #expect(Self.messages(sound, in: folder) == [])
  }

  @Test func `words for a picture are looked for in each language`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Data([0xFF, 0xD8, 0xFF]), as: "p.jpg")
    func messages(_ alternatives: [String: String?]) -> [String] {
      let media = alternatives.sorted { $0.key < $1.key }.map { language, words in
        var picture = Self.sound("p.jpg", language: language, key: "p", type: "image/jpeg")
        picture.about.alternative = words
        return picture
      }
      return Self.messages(Self.content(media), in: folder)
    }
    #expect(messages(["de": "Vase", "en": "vase"]) == [])
    #expect(
      messages(["de": nil, "en": "vase"]) == [
        "the picture p has no words for it in de; write some"
      ])
    for without in [["": nil], ["de": nil, "en": nil]] as [[String: String?]] {
      #expect(messages(without) == ["the picture p has no words for it; write some"])
    }
  }

  @Test func `a second medium of one key and language is told`() throws {
    let table = "key,uri,language\ns,one.mp3,en\ns,drei.mp3,de\ns,two.mp3,en\n"
    let content = try read(table, as: "media.csv")
    #expect(content.media.map(\.uri) == ["one.mp3", "drei.mp3"])
    let found = try #require(content.findings.first)
    #expect(content.findings.count == 1 && found.rule == .duplicateKey)
    #expect(found.source?.hasSuffix("media.csv:4") == true)
    #expect(found.message.contains("the key s and the language en"))
  }

  @Test func `what is found of a medium isn't placed at the item of its key`() {
    var medium = Self.sound("a.mp3", key: "a")
    medium.about.transcript = nil
    let found = ContentCheck.findings(of: Self.content([medium]))
    #expect(found.map(\.rule) == [.noTranscript] && found.map(\.source) == [nil])
  }
}
