/// The codes of countries that an address may have (ISO 3166-1, alpha-2).
package enum CountryCodes {
  /// Whether a text is one: of a country, or of those that users may give a meaning, as `ZZ` for
  /// none that is known and `XK` for Kosovo.
  package static func isOne(_ text: String) -> Bool {
    assigned.contains(text) || text.wholeMatch(of: #/AA|Q[M-Z]|X[A-Z]|ZZ/#) != nil
  }

  /// The code that a text stands for that is none: in small letters, or `UK`, which is reserved
  /// alone; `nil` where that isn't plain.
  package static func meant(_ text: String) -> String? {
    let code = text.uppercased() == "UK" ? "GB" : text.uppercased()
    return assigned.contains(code) ? code : nil
  }

  private static let assigned = Set(
    """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ \
    BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM \
    DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS \
    GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN \
    KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ \
    MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM \
    PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV \
    SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI \
    VN VU WF WS YE YT ZA ZM ZW
    """.split(separator: " ").map(String.init))
}
