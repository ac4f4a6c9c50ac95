"""Opens FOLDER/page.html in a headless Chromium and prints what the page posts to /found.

usage: look.py CHROMIUM FOLDER
"""

import http.server
import os
import subprocess
import sys
import threading

chromium, folder = sys.argv[1:]
found = []
done = threading.Event()


class Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *arguments):
        super().__init__(*arguments, directory=folder)

    def do_POST(self):
        found.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.send_response(204)
        self.end_headers()
        done.set()

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
browser = subprocess.Popen(
    [
        chromium, "--headless", "--no-sandbox", "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader", "--window-size=1400,1400", "--remote-debugging-port=0",
        "--user-data-dir=" + os.path.join(folder, "profile"),
        "http://127.0.0.1:%d/page.html" % server.server_port,
    ],
    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
done.wait(180)
browser.kill()
browser.wait()
print(found[0] if found else "the page posted nothing within three minutes")
