"""Where Scrim's programs are: in the folder of a build, or below an installation's prefix."""

import os


class Programs:
    def __init__(self, folder):
        folder = os.path.abspath(folder)
        private = os.path.join(folder, "lib", "scrim")
        self.is_installed = os.path.isdir(private)
        self.worker_folder, self.plugins, commands = (
            (private, os.path.join(private, "plugins"), os.path.join(folder, "bin"))
            if self.is_installed else (folder, folder, folder))
        self.scrim, self.scrimd = (os.path.join(commands, name) for name in ("scrim", "scrimd"))
        self.worker = os.path.join(self.worker_folder, "scrim-worker")
