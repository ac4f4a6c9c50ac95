/// Names of languages.
package enum LanguageTag {
  /// Whether a text has a tag's shape (BCP 47, loosely): a language of two or three letters, as all
  /// that are registered, and whatever follows, `fr-CA`.
  package static func isOne(_ text: String) -> Bool {
    text.wholeMatch(of: #/[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*/#) != nil
  }

  /// Whether a text is a language's code of two letters, in small ones (ISO 639-1).
  package static func isShort(_ text: String) -> Bool { shorts.contains(text) }

  private static let shorts = Set(short.values)

  /// A tag with the code of two letters for a language that has one, as BCP 47 has it and phones
  /// ask: `de-AT` for `deu-AT` or `ger-AT`, which libraries and museums write.
  package static func shortest(_ tag: String) -> String {
    let language = tag.prefix { $0 != "-" && $0 != "_" }
    guard language.utf8.count == 3, let short = short[language.lowercased()] else { return tag }
    return short + tag[language.endIndex...]
  }

  /// By the codes of ISO 639-2, of terminology and of bibliography, those of ISO 639-1.
  private static let short = Dictionary(
    uniqueKeysWithValues: codes.split(separator: " ").map {
      (String($0.prefix(3)), String($0.suffix(2)))
    })

  private static let codes = """
    aaraa abkab afraf akaak albsq amham araar argan armhy asmas avaav aveae aymay azeaz bakba \
    bambm baqeu belbe benbn bihbh bisbi bodbo bosbs brebr bulbg burmy catca cescs chach chece \
    chizh chucu chvcv corkw cosco crecr cymcy czecs danda deude divdv dutnl dzodz ellel engen \
    epoeo estet euseu eweee faofo fasfa fijfj finfi frafr frefr fryfy fulff geoka gerde glagd \
    glega glggl glvgv greel grngn gujgu hatht hauha hebhe herhz hinhi hmoho hrvhr hunhu hyehy \
    iboig iceis idoio iiiii ikuiu ileie inaia indid ipkik islis itait javjv jpnja kalkl kankn \
    kasks katka kaukr kazkk khmkm kikki kinrw kirky komkv konkg korko kuakj kurku laolo latla \
    lavlv limli linln litlt ltzlb lublu luglg macmk mahmh malml maomi marmr mayms mkdmk mlgmg \
    mltmt monmn mrimi msams myamy nauna navnv nblnr ndend ndong nepne nldnl nnonn nobnb norno \
    nyany ocioc ojioj orior ormom ossos panpa perfa plipi polpl porpt pusps quequ rohrm ronro \
    rumro runrn rusru sagsg sansa sinsi slksk slosk slvsl smese smosm snasn sndsd somso sotst \
    spaes sqisq srdsc srpsr sswss sunsu swasw swesv tahty tamta tattt telte tgktg tgltl thath \
    tibbo tirti tonto tsntn tsots tuktk turtr twitw uigug ukruk urdur uzbuz venve vievi volvo \
    welcy wlnwa wolwo xhoxh yidyi yoryo zhaza zhozh zulzu
    """
}
