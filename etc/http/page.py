#!/usr/bin/python3
"""Serves a page with a form for each installed template, the signed link of its values, and the image.

    page.py --scrim-http PROGRAM --config FILE --service http://127.0.0.1:8620 --port 8621

For trying templates on the loopback interface: the page signs links for all users of the machine. It has no scripts.
"""
import argparse
import html
import http.server
import json
import pathlib
import subprocess
import time
import tomllib
import urllib.error
import urllib.parse
import urllib.request

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #0f172a }
nav a { margin-right: 1rem } section { border-top: 1px solid #cbd5e1; padding: 1rem 0 }
label { display: block; margin: .5rem 0 } label span { display: inline-block; width: 12rem }
input, select, textarea { font: inherit; width: 24rem } input[type=checkbox] { width: auto }
img { max-width: 100%; box-shadow: 0 1px 6px #0003 } code { overflow-wrap: anywhere } .error { color: #b91c1c }
"""
PREFIX = "input."


def sample(schema):
    """A value to begin with: the default, the first example, or one of the type."""
    if "default" in schema:
        return schema["default"]
    if schema.get("examples"):
        return schema["examples"][0]
    if schema.get("enum"):
        return schema["enum"][0]
    kinds = {"number": schema.get("minimum", 1), "integer": schema.get("minimum", 1), "boolean": False, "array": [],
             "object": {}}
    return kinds.get(schema.get("type"), "Example")


def text(value):
    """As scrim-http sign takes it: strings as they are, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def field(name, schema, value):
    label, key = html.escape(name), html.escape(PREFIX + name, quote=True)
    shown = html.escape(value, quote=True)
    if schema.get("enum"):
        options = "".join(f"<option{' selected' if text(one) == value else ''}>{html.escape(text(one))}</option>"
                          for one in schema["enum"])
        control = f'<select name="{key}">{options}</select>'
    elif schema.get("type") == "boolean":
        options = "".join(f"<option{' selected' if one == value else ''}>{one}</option>" for one in ("false", "true"))
        control = f'<select name="{key}">{options}</select>'
    elif schema.get("type") in ("array", "object"):
        control = f'<textarea name="{key}" rows="4">{html.escape(value)}</textarea>'
    else:
        control = f'<input name="{key}" value="{shown}">'
    return f"<label><span>{label}</span>{control}</label>"


class Service:
    """The running scrim-http."""

    def __init__(self, options):
        self.options = options
        configuration = tomllib.loads(pathlib.Path(options.config).read_text())
        files = next(iter(configuration["key"].values()))["secret-files"]
        self.secret = pathlib.Path(files[0]).read_text().split()[0]

    def ask(self, path):
        request = urllib.request.Request(self.options.service + path, headers={"Authorization": f"Bearer {self.secret}"})
        return json.load(urllib.request.urlopen(request, timeout=10))

    def templates(self):
        """By name, each with its variants and schema. The service may be about to start."""
        for attempt in range(100):
            try:
                return {one["template"]: (one["variants"], self.ask(one["schema"])) for one in self.ask("/templates")}
            except urllib.error.URLError:
                if attempt == 99:
                    raise
                time.sleep(0.1)

    def sign(self, template, variant, form, values):
        """The link, or the errors of the values."""
        words = [self.options.scrim_http, "sign", template, "--config", self.options.config, "--format", form]
        words += ["--variant", variant] if variant else []
        for name, value in values.items():
            words += ["--set", f"{name}={value}"]
        run = subprocess.run(words, capture_output=True, text=True)
        return (run.stdout.strip(), "") if run.returncode == 0 else ("", run.stderr.strip())

    def problem(self, link):
        """Why there is no image; "" if there is one."""
        try:
            urllib.request.urlopen(self.options.service + link, timeout=60).read()
        except urllib.error.HTTPError as error:
            content = json.load(error)
            return "\n".join([content["title"], content.get("detail", "")] + [
                f"{one.get('path', '')}: {one['message']}" for one in content.get("errors", [])]).strip()
        return ""


def section(service, name, variants, schema, query):
    """A template's form, filled in by the query of the page or with samples, its link and its image."""
    given = query.get("template") == [name]
    values = {}
    for key, one in schema["properties"].items():
        values[key] = query.get(PREFIX + key, [""])[0] if given else text(sample(one))
    variant = query.get("variant", [""])[0] if given else (variants[0] if variants else "")
    form = query.get("format", ["png"])[0] if given else "png"
    link, error = service.sign(name, variant, form, values)
    error = error or service.problem(link)
    rows = [field(key, one, values[key]) for key, one in schema["properties"].items()]
    choices = [("format", ["png", "jpg", "webp", "pdf", "svg"], form)]
    if variants:
        choices.append(("variant", variants, variant))
    for key, all_values, value in choices:
        options = "".join(f"<option{' selected' if one == value else ''}>{html.escape(one)}</option>" for one in all_values)
        rows.append(f'<label><span>{key}</span><select name="{key}">{options}</select></label>')
    shown = html.escape(name)
    address = html.escape(service.options.service + link, quote=True)
    if error:
        result = f'<p class="error">{html.escape(error).replace(chr(10), "<br>")}</p>'
    elif form == "pdf":
        result = f'<p><a href="{address}"><code>{address}</code></a></p>'
    else:
        result = f'<p><a href="{address}"><code>{address}</code></a></p><img src="{address}" alt="{shown}">'
    return (f'<section id="{shown}"><h2>{shown}</h2><form action="/#{shown}"><input type="hidden" name="template" '
            f'value="{shown}">{"".join(rows)}<button>Sign</button></form>{result}</section>')


def page(service, query):
    templates = service.templates()
    links = "".join(f'<a href="#{html.escape(name)}">{html.escape(name)}</a> ' for name in templates)
    sections = "".join(section(service, name, *about, query) for name, about in templates.items())
    return (f"<!doctype html><html lang=en><meta charset=utf-8><title>Images by link</title><style>{STYLE}</style>"
            f"<h1>Images by link</h1><nav>{links}</nav>{sections}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--scrim-http", required=True)
    arguments.add_argument("--config", required=True)
    arguments.add_argument("--service", required=True, help="its address, as in http://127.0.0.1:8620")
    arguments.add_argument("--port", type=int, required=True)
    options = arguments.parse_args()
    service = Service(options)
    names = {f"127.0.0.1:{options.port}", f"localhost:{options.port}"}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            address = urllib.parse.urlsplit(self.path)
            # Another name that leads here is that of a foreign page.
            if address.path != "/" or self.headers.get("Host") not in names:
                self.send_error(404)
                return
            content = page(service, urllib.parse.parse_qs(address.query, keep_blank_values=True)).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Cache-Control", "no-store")
            self.send_header(
                "Content-Security-Policy",
                f"default-src 'none'; img-src {options.service}; style-src 'unsafe-inline'; form-action 'self'")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
    print(f"http://127.0.0.1:{options.port}/", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
