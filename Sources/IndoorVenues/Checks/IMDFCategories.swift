/// The categories of IMDF 1.0.0 (OGC 20-094, Categories), a set a feature type.
package enum IMDFCategories {
  /// What keeps people out (`access_control`).
  static let accessControl: Set<String> = split(
    """
    badgereader fingerprintreader guard keyaccess outofservice passwordaccess retinascanner \
    voicerecognition
    """)

  /// What helps people with disabilities (`accessibility`).
  static let accessibility: Set<String> = split(
    """
    assisted.listening braille hearing hearingloop signlanginterpreter tactilepaving tdd trs \
    volume wheelchair
    """)

  /// Of a point of interest.
  static let amenity: Set<String> = split(
    """
    amphitheater animalreliefarea arrivalgate atm babychanging baggagecarousel \
    baggagecarousel.intl baggagecarts baggageclaim baggageclaim.oversize baggagerecheck \
    baggagestorage boardinggate boardinggate.aircraft boardinggate.bus boardinggate.ferry \
    boardinggate.train bus bus.muni bus.national businesscenter cabin caregiver carrental cashier \
    changemachine checkin checkin.desk checkin.desk.oversizebaggage checkin.desk.transfer \
    checkin.selfservice childplayarea coinlocker copymachine defibrillator drinkingfountain \
    eatingdrinking elevator emergencyshelter entry escalator exhibit faregate faregate.oversized \
    fieldofplay fieldofplay.americanfootball fieldofplay.baseball fieldofplay.basketball \
    fieldofplay.fieldhockey fieldofplay.icehockey fieldofplay.rugby fieldofplay.soccer \
    fieldofplay.softball fieldofplay.tennis fieldofplay.trackfield fieldofplay.volleyball \
    firealarmpullstation fireextinguisher firstaid fittingroom foodservice gatearea \
    groundtransportation guestservices handsanitizerstation healthscreening hoteling immigration \
    information information.bid information.carrental information.hotel information.mufid \
    information.mufid.arrivals information.mufid.departures information.transit landmark library \
    limo lostandfound mailbox meditation meetingpoint mobilityrescue mothersroom movingwalkway \
    paidarea parkandride parking parking.bicycle parking.compact parking.ev parking.longterm \
    parking.motorcycle parking.shortterm parking.waitingarea payphone pedestriancrossing \
    peoplemover phone phone.emergency photobooth platform police powerchargingstation prayerroom \
    prayerroom.buddhism prayerroom.christianity prayerroom.hinduism prayerroom.islam \
    prayerroom.islam.female prayerroom.islam.male prayerroom.judaism prayerroom.shintoism \
    prayerroom.sikh prayerroom.taoic privatelounge productreturn rail.muni rail.national ramp \
    reception.desk recreation restroom restroom.family restroom.female restroom.female.wheelchair \
    restroom.male restroom.male.wheelchair restroom.transgender restroom.transgender.wheelchair \
    restroom.unisex restroom.unisex.wheelchair restroom.wheelchair rideshare seat seating security \
    security.checkpoint security.inspection service shower shuttle sleepbox smokingarea stairs \
    storage strollerrental studentadmissions studentservices swimmingpool swimmingpool.children \
    swimmingpool.family taxi ticketing ticketing.airline ticketing.bus ticketing.bus.muni \
    ticketing.bus.national ticketing.rail ticketing.rail.muni ticketing.rail.national \
    ticketing.shuttle traintrack transit unspecified valet vendingmachine \
    vendingmachine.trainticket wheelchairassist wifi yoga
    """)

  /// Of a building.
  static let building: Set<String> = split(
    """
    parking transit transit.bus transit.train unspecified
    """)

  /// Of furniture and equipment.
  static let fixture: Set<String> = split(
    """
    baggagecarousel boardinggate.desk checkin.desk checkin.kiosk desk equipment furniture \
    immigration.desk inspection.desk obstruction securityequipment stage vegetation wall water
    """)

  /// Of an area with a meaning.
  static let geofence: Set<String> = split(
    """
    concourse geofence paidarea platform postsecurity presecurity terminal underconstruction
    """)

  /// Of a level.
  static let level: Set<String> = split(
    """
    arrivals arrivals.domestic arrivals.intl departures departures.domestic departures.intl \
    parking transit unspecified
    """)

  /// Of a door or a passage.
  static let opening: Set<String> = split(
    """
    automobile bicycle emergencyexit pedestrian pedestrian.principal pedestrian.transit service
    """)

  /// Of a way between features.
  static let relationship: Set<String> = split(
    """
    elevator escalator movingwalkway ramp stairs traversal traversal.path
    """)

  /// Of a part of a level.
  static let section: Set<String> = split(
    """
    arcade baggageclaim baggageclaim.intl carrental carrental.dropoff checkin concessions cubicle \
    dutyfree eatingdrinking entertainmentarea entertainmentarea.game entertainmentarea.music \
    entertainmentarea.performance entertainmentarea.sport exhibit exhibition gambling \
    gambling.baccarat gambling.bingo gambling.blackjack gambling.craps gambling.keno \
    gambling.mahjong gambling.medalgame gambling.minibaccarat gambling.offtrackbetting \
    gambling.pachinko gambling.paigow gambling.poker gambling.poker.letitride \
    gambling.poker.paigow gambling.poker.threecard gambling.poker.video gambling.roulette \
    gambling.rummy gambling.sicbo gambling.slotmachine gambling.slotmachine.highlimit gatearea \
    gatearea.holding immigration immigration.schengen information paidarea parkandride parking \
    parking.bicycle parking.compact parking.ev parking.longterm parking.motorcycle \
    parking.shortterm parking.waitingarea platform postsecurity presecurity private recomposearea \
    recreation rental retail retaildepartment road seating seatingrow security servicearea \
    ticketing vegetation walkway
    """)

  /// Of a unit.
  package static let unit: Set<String> = split(
    """
    auditorium brick classroom column concrete conferenceroom drywall elevator escalator \
    fieldofplay firstaid fitnessroom foodservice footbridge glass huddleroom kitchen laboratory \
    library lobby lounge mailroom mothersroom movietheater movingwalkway nonpublic office \
    opentobelow parking phoneroom platform privatelounge ramp recreation restroom restroom.family \
    restroom.female restroom.female.wheelchair restroom.male restroom.male.wheelchair \
    restroom.transgender restroom.transgender.wheelchair restroom.unisex \
    restroom.unisex.wheelchair restroom.wheelchair road room serverroom shower smokingarea stairs \
    steps storage structure terrace theater unenclosedarea unspecified vegetation waitingroom \
    walkway walkway.island wood
    """)

  /// Of a venue.
  package static let venue: Set<String> = split(
    """
    airport airport.intl aquarium businesscampus casino communitycenter conventioncenter \
    governmentfacility healthcarefacility hotel museum parkingfacility resort retailstore \
    shoppingcenter stadium stripmall theater themepark trainstation transitstation university
    """)

  /// What to do about a category that isn't among those known: the word that it surely means, or
  /// to correct it.
  static func remedy(_ category: String, of known: Set<String>) -> String {
    let word = category.lowercased().filter { $0.isLetter || $0 == "." }
    let meant = [word, meanings[word] ?? ""].first(where: known.contains)
    return meant.map { "write \"\($0)\"" } ?? "correct it"
  }

  /// What other vocabularies call a category: OpenStreetMap's (`room=`, `amenity=`), and what
  /// people write.
  private static let meanings = [
    "lift": "elevator", "staircase": "stairs", "stairwell": "stairs", "stair": "stairs",
    "toilet": "restroom", "toilets": "restroom", "wc": "restroom", "bathroom": "restroom",
    "hallway": "walkway", "corridor": "walkway", "passage": "walkway",
    "class": "classroom", "lab": "laboratory", "meetingroom": "conferenceroom",
    "conference": "conferenceroom", "foyer": "lobby", "restaurant": "foodservice",
    "door": "pedestrian", "entrance": "pedestrian", "emergency": "emergencyexit",
  ]

  private static func split(_ words: String) -> Set<String> {
    Set(words.split(separator: " ").map(String.init))
  }
}
