/// The toolkit's version, stated here alone: the command and the server print it, the man pages and
/// the Debian packages ask them, and a test holds CHANGELOG.md's newest section to it.
public let toolkitVersion = "0.1.0"
