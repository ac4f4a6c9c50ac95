/// The toolkit's version, stated here alone: the man page and the Debian package ask `indoor
/// --version`, and a test holds CHANGELOG.md's newest section to it.
let toolkitVersion = "0.1.0"
