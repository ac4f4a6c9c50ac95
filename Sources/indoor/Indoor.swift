import ArgumentParser
import IndoorAuthoring
import IndoorModel

/// The root: a list of the commands, and what every one of them ends with.
struct Indoor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "indoor",
    abstract: "Indoor positioning and map alignment: from a floor plan to a position on it.",
    discussion: """
      A building's way into one file, VENUE.gpkg, and from there to positions: "venue import" brings in its levels and \
      rooms, "align" its floor plans, "survey import" walks with a phone; "radiomap build" makes the map of what is heard \
      where, and "locate" says where other walks were. "survey check", "survey coverage" and "radiomap evaluate" say how far \
      a survey may be relied on, "explain" why a scan is put where it is. "indoor demo" goes that way on a sample.

      An output is written whole or not at all; a link stays, and what it leads to is replaced; devices and pipes are \
      written through. "-" is a file's name like any other; standard output is /dev/stdout, and what would be \
      printed there goes to standard error then.

      Exit codes: 0 done, 1 "check" found an error, 64 bad usage, 65 bad input, 70 the machine's fault.
      """,
    version: toolkitVersion,
    subcommands: [
      VenueCommand.self, AlignCommand.self, PlanCommand.self, SurveyCommand.self,
      RadioMapCommand.self, GuideCommand.self,
      LocateCommand.self, ExplainCommand.self, MotionCommand.self,
      SimulateCommand.self, DemoCommand.self, MakeMuseumCommand.self,
    ])
}

@main
enum Main {
  /// Ends with 0 on success, 64 for bad usage, 65 for bad input, 70 for the machine's fault.
  static func main() {
    Surroundings.prepare()
    do {
      if let (argument, number) = Surroundings.unreadableArgument {
        throw CommandError.notText(argument, number: number)
      }
      try Usage.check(twiceIn: CommandLine.arguments)
      var command = try Indoor.parseAsRoot()
      if let reason = Surroundings.threadFault { throw CommandError.noThread(reason: reason) }
      try command.run()
    } catch let error as any IndoorError {
      end(error)
    } catch {
      let (text, code) = (Indoor.fullMessage(for: error), Indoor.exitCode(for: error))
      // Help and version are results.
      do {
        if code == .success, !text.isEmpty { try Console.result(text) }
      } catch { end(error) }
      if code != .success, !text.isEmpty {
        Console.write("\(text)\n")
        if let hint = Usage.hint(to: text, arguments: CommandLine.arguments) { Console.note(hint) }
      }
      Indoor.exit(withError: code)
    }
  }

  private static func end(_ error: any IndoorError) -> Never {
    Surroundings.endUnread(error)
    Console.error(CommandWords.spelled(error))
    Indoor.exit(withError: ExitCode(error.isMachineFault ? 70 : 65))
  }
}
