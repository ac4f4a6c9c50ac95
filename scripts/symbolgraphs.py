"""Symbol graphs of the modules, taken from what a release build left; for scripts/docs and scripts/api."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build/release"
# The umbrella has no declarations of its own; the command is no library.
MODULES = sorted(p.name for p in (ROOT / "Sources").iterdir() if p.name.startswith("Indoor") and p.name != "IndoorKit")


def target():
    info = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True).stdout
    return re.search(r'"unversionedTriple"\s*:\s*"([^"]+)"', info).group(1)


def extract_graphs(folder):
    """Writes the graphs of all modules into a new folder."""
    if not (BUILD / "Modules").is_dir():
        sys.exit("there is no release build; run make build first")
    folder.mkdir(parents=True)
    flags = ["-I", BUILD / "Modules"]
    for c in sorted((ROOT / "Sources").glob("C*")):
        if (c / "include").is_dir():
            module_map = BUILD / f"{c.name}.build/module.modulemap"
            flags += ["-I", c / "include", "-Xcc", f"-fmodule-map-file={module_map}"]
        else:
            flags += ["-I", c]
    flags += ["-I", ROOT / ".build/checkouts/GRDB.swift/Sources/GRDBSQLite"]
    # The one library whose headers stand in a folder that the compiler doesn't know.
    flags += subprocess.run(["pkg-config", "--cflags-only-I", "libxml-2.0"], capture_output=True, text=True, check=True).stdout.split()
    if sys.platform == "darwin":
        sdk = subprocess.run(["xcrun", "--show-sdk-path"], capture_output=True, text=True, check=True).stdout.strip()
        flags += ["-sdk", sdk]
    for module in MODULES:
        command = ["swift-symbolgraph-extract", "-module-name", module, "-target", target()]
        command += ["-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder]
        subprocess.run([str(word) for word in command + flags], check=True)
