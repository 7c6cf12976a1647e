"""A node's way to the queue's server: bytes both ways, until the network is cut."""

import selectors
import socket
import threading


class Relay:
    """Listens on a port of 127.0.0.1 and passes connections on to another."""

    def __init__(self, target):
        self.target = target
        self.is_cut = False
        self.pairs = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            try:
                server = socket.create_connection(("127.0.0.1", self.target), timeout=10)
            except OSError:
                client.close()
                continue
            server.settimeout(None)
            threading.Thread(target=self.carry, args=(client, server), daemon=True).start()

    def carry(self, client, server):
        selector = selectors.DefaultSelector()
        selector.register(client, selectors.EVENT_READ, server)
        selector.register(server, selectors.EVENT_READ, client)
        try:
            while True:
                # What arrives while the network is cut waits, as it would in the sender's kernel.
                events = selector.select(timeout=0.05) if not self.is_cut else self.pause()
                for key, _ in events:
                    data = key.fileobj.recv(1 << 16)
                    if not data:
                        return
                    key.data.sendall(data)
        except OSError:
            pass
        finally:
            client.close()
            server.close()

    def pause(self):
        threading.Event().wait(0.05)
        return []
