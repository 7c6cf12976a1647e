# Sourced after container.sh: scrim-http in the container, set up as docs/http.md says, and requests by another user.

# serve_links: installs a card, as the page does, with a key.
serve_links() {
  cat >"$root/srv/card.json" <<'END_OF_CARD'
{"scrim": 1, "canvas": {"width": 300, "height": 150, "background": "#1d3557"},
  "inputs": {"title": {"type": "string", "maxLength": 80, "examples": ["Images by link"]}},
  "layers": [{"text": {"string": "${title}", "size": 40, "color": "#ffffff"}, "effects": [{"effect": "outline"}]}]}
END_OF_CARD
  documented_in=/srv documented "$here/docs/http.md" "systemctl enable"
}

# request TARGET: prints the answer that the user alice gets.
request() {
  alice bash -c 'exec 3<>/dev/tcp/127.0.0.1/8620 &&
    printf "GET %s HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n" "$1" >&3 && timeout 20 cat <&3' - "$1"
}
# post BODY [TARGET]: prints the answer that the user alice gets to a job with the key's secret.
post() {
  alice bash -c 'exec 3<>/dev/tcp/127.0.0.1/8620 &&
    printf "POST $3 HTTP/1.1\r\nHost: test\r\nConnection: close\r\nAuthorization: Bearer %s\r\n" "$1" >&3 &&
    printf "Content-Type: application/json\r\nContent-Length: %s\r\n\r\n%s" "${#2}" "$2" >&3 && timeout 40 cat <&3' - \
    "$(cat "$root/etc/scrim/http/shop.secret")" "$1" "${2:-/jobs?wait=30}"
}
# fetch_image TARGET: succeeds if the answer is a PNG, to its end.
fetch_image() {
  request "$1" >"$work/answer" && has_image
}
# has_image: whether the last answer is a PNG, to its end.
has_image() {
  head -n 1 "$work/answer" | grep -q '^HTTP/1.1 200 ' &&
    /usr/bin/python3 -c 'import sys
body = open(sys.argv[1], "rb").read().split(b"\r\n\r\n", 1)[1]
sys.exit(body[:4] != b"\x89PNG" or body[-8:-4] != b"IEND")' "$work/answer"
}
# fetch_status TARGET STATUS
fetch_status() {
  request "$1" >"$work/answer"
  head -n 1 "$work/answer" | grep -q "^HTTP/1.1 $2 "
}
