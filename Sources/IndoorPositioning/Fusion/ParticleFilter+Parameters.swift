extension ParticleFilter {
  /// What the filter takes walkers, scans and walls to be like.
  struct Parameters: Hashable, Sendable {
    /// How many particles there are.
    var count = 1000
    /// Share of the particles drawn anew at each scan; more finds back faster and is less calm.
    var reset = 0.05
    /// The same for a device without motion sensors.
    var resetWithoutMotion = 0.25
    /// Share of the particles drawn anew where two scans on end say that all are wrong: a device that was carried off.
    var resetWhenLost = 0.95
    /// From how much surprise on (see `surprise`) particles may be wrong, and from how much on they surely are.
    var lostFrom = 3.0
    var lostAt = 4.0
    /// Weight of a particle drawn anew, in those of a mean one.
    var resetWeight = 0.25
    /// Density that every place has beside a scan's own, a square metre and level; more is more forgiving of a scan.
    var background = 3e-5
    /// What the log-likelihood of a scan at once after another is multiplied by: they hear much the same.
    var temper = 0.4
    /// The same where no compass says which way the steps went.
    var temperWithoutCompass = 0.8
    /// The same for a device without motion sensors: a scan is all there is.
    var temperWithoutMotion = 1.5
    /// Seconds after the last scan from which a scan counts in full.
    var independence = 12.0
    /// How far a walker's course lies clockwise of a compass's heading, in radians: phones are held in a hand, and walls of
    /// steel bend the field. Fitted on the malls' survey walks.
    var offsetMean = 0.07
    /// Standard deviation of course against a compass's heading, in radians.
    var offsetSigma = 0.22
    /// Time after which an offset against a compass's heading is another one, in seconds.
    var offsetTime = 20.0
    /// Standard deviation of one step's direction, in radians.
    var headingNoise = 0.05
    /// Standard deviation of one step's length, as a part of it.
    var lengthNoise = 0.1
    /// Standard deviation of a walker's step length against the motion sensors', as a part of it.
    var scaleSigma = 0.06
    /// Standard deviation of drift beside the steps, in metres a square root of a second.
    var drift = 0.2
    /// Pace that a device without motion sensors may have, in metres a second.
    var pace = 1.4
    /// Standard deviation of that pace, as a part of it.
    var paceNoise = 0.5
    /// Standard deviation of the turn that a device without motion sensors may make in a second, in radians.
    var turnNoise = 0.4
    /// Share of the particles drawn anew that take over the heading offset and step scale of one that is there.
    var inherit = 0.8
    /// What a particle's weight is multiplied by for a step into a shop or a wall.
    var blocked = 0.05
    /// What the log-likelihood of a straight step's direction, by the walls around, is multiplied by: one corridor is seen at
    /// every step.
    var corridor = 0.2
    /// How often a step on stairs, on an escalator or in a lift leads to the next level, 0 to 1, where no barometer says so.
    var levelChange = 0.02
    var storey = StoreyEstimate.Parameters()
    /// Standard deviation of a storey's height between particles, as a part of it.
    var storeySigma = 0.05
    /// How far on the way to the next level's floor, as a part of the storey's height, that level becomes a particle's: over a
    /// half, or noise on a landing would change it to and fro.
    var changeOfLevel = 0.6
    /// Weight of a particle that changes level elsewhere than on stairs, on an escalator or in a lift, as far as these are known.
    var changeElsewhere = 0.3
    var belief = LevelBelief.Parameters()
    /// Time constant, in seconds, with which a height near a floor is taken for that floor's where nobody goes up or down: storeys
    /// aren't what they were taken for, and weather drifts.
    var arrivalTime = 5.0
    /// The same for a height between two floors.
    var weatherTime = 60.0
    /// Depth of a stair's tread, in metres.
    var tread = 0.3
    /// Iterations of the geometric median.
    var medianIterations = 3
  }
}
