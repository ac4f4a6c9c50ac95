#!/usr/bin/env python3
"""Lets Firefox ask a server where it is, and prints what a page in it was told, as JSON.

usage: firefox.py GEOLOCATE-URL ADDRESS=DBM…

The Wi-Fi that Firefox hears is NetworkManager's on a bus of its own (python-dbusmock). Ends with 77 where Firefox or
python-dbusmock is missing (Debian: firefox-esr, python3-dbusmock), with 1 where nothing was told within two minutes.
"""
import http.server
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

try:
    import dbus
    import dbusmock
except ImportError:
    sys.exit(77)

PAGE = b"""<!doctype html><title>Where am I</title><script>
const tell = told => fetch("/told", {method: "POST", body: JSON.stringify(told)});
navigator.geolocation.getCurrentPosition(
  position => tell({latitude: position.coords.latitude, longitude: position.coords.longitude, accuracy: position.coords.accuracy}),
  error => tell({code: error.code, message: error.message}), {timeout: 60000, enableHighAccuracy: true});
</script>"""
PREFERENCES = {
    "geo.provider.testing": False, "geo.provider.use_geoclue": False, "geo.provider.ms-windows-location": False,
    "geo.prompt.testing": True, "geo.prompt.testing.allow": True, "permissions.default.geo": 1,
    "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False, "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False, "browser.aboutwelcome.enabled": False,
}


class Pages(http.server.BaseHTTPRequestHandler):
    told = None
    arrived = threading.Event()

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE)

    def do_POST(self):
        Pages.told = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.send_response(204)
        self.end_headers()
        Pages.arrived.set()

    def log_message(self, *_):
        pass


def wifi(points):
    """A NetworkManager that hears these access points; its process, and the bus's address."""
    dbusmock.DBusTestCase.start_system_bus()
    process, manager = dbusmock.DBusTestCase.spawn_server_template("networkmanager", {"NetworkingEnabled": True}, stdout=subprocess.DEVNULL)
    mock = dbus.Interface(manager, dbusmock.MOCK_IFACE)
    device = mock.AddWiFiDevice("wifi0", "wlan0", 100)
    for number, (address, strength) in enumerate(points):
        percent = max(0, min(100, (strength + 100) * 2))
        mock.AddAccessPoint(
            device, f"ap{number}", f"net{number}", address, 2, 2437, 54000, dbus.Byte(percent), 0)
    return process


def main():
    # Whoever started this may hold signals back; what is started here is ended by them.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    if not firefox:
        sys.exit(77)
    points = [(word.split("=")[0], int(word.split("=")[1])) for word in sys.argv[2:]]
    manager = wifi(points)
    pages = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=pages.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        profile = pathlib.Path(folder) / "profile"
        profile.mkdir()
        (profile / "user.js").write_text("".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in {**PREFERENCES, "geo.provider.network.url": sys.argv[1]}.items()))
        browser = subprocess.Popen(
            [firefox, "--headless", "--no-remote", "--profile", str(profile), f"http://localhost:{pages.server_port}/"],
            env={**os.environ, "HOME": folder, "MOZ_HEADLESS": "1"}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            Pages.arrived.wait(120)
        finally:
            browser.kill()
            browser.wait()
            manager.terminate()
            manager.wait()
            dbusmock.DBusTestCase.tearDownClass()
    if Pages.told is None:
        sys.exit(1)
    print(Pages.told)


if __name__ == "__main__":
    main()
