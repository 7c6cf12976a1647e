"""A certificate authority, and a certificate of it for localhost and 127.0.0.1, made by openssl for test servers."""
import subprocess

KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout")


def make(folder):
    """Writes ca.pem, cert.pem and key.pem to the folder."""
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True, cwd=folder)

    openssl("req", "-x509", *KEY, "ca.key", "-out", "ca.pem", "-subj", "/CN=Test", "-days", "2")
    openssl("req", *KEY, "key.pem", "-out", "request.pem", "-subj", "/CN=localhost")
    (folder / "names").write_text("subjectAltName=DNS:localhost,IP:127.0.0.1")
    openssl("x509", "-req", "-in", "request.pem", "-CA", "ca.pem", "-CAkey", "ca.key", "-out", "cert.pem",
            "-extfile", "names", "-days", "2")
