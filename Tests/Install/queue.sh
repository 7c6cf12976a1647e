# Sourced after links.sh: a queue on the server of serve_queue, which scrim-http in the container uses by the socket in
# /var/shared, or by a port of the container's own loopback interface.

# make_queue: with the role shop, whose password is "right".
make_queue() {
  local sql=(psql -X -q -v ON_ERROR_STOP=1 -h "$shared" -U postgres)
  "${sql[@]}" -c "CREATE DATABASE queue"
  SCRIM_QUEUE="postgresql://postgres@/queue?host=$shared" "$programs/scrim-queue" init
  "${sql[@]}" -c "CREATE ROLE shop LOGIN PASSWORD 'right'; GRANT scrim_tenant TO shop"
  sed -i '1i local all shop scram-sha-256' "$shared/data/pg_hba.conf"
  "${sql[@]}" -c "SELECT pg_reload_conf()" >/dev/null
  printf '[Socket]\nListenStream=127.0.0.1:5432\n' >"$root/etc/systemd/system/queue.socket"
  printf '[Service]\nExecStart=/lib/systemd/systemd-socket-proxyd /var/shared/.s.PGSQL.5432\n' \
    >"$root/etc/systemd/system/queue.service"
  inside systemctl daemon-reload
  inside systemctl start queue.socket
}
# take_queue URL PASSWORD: has scrim-http take jobs to the queue.
take_queue() {
  sed -i "s|^spool = .*|spool = \"\"|; s|^queue = .*|queue = \"$1\"|" "$root/etc/scrim/http.toml"
  echo "*:*:*:shop:$2" | inside install -o scrim-http -m 600 /dev/stdin /etc/scrim/http/queue.pgpass
  inside systemctl reset-failed scrim-http
  inside systemctl restart scrim-http
}
# leave_queue: has it take them to the spool again.
leave_queue() {
  sed -i 's|^spool = .*|spool = "/var/spool/scrim"|; s|^queue = .*|queue = ""|' "$root/etc/scrim/http.toml"
  inside systemctl reset-failed scrim-http
  inside systemctl restart scrim-http
}
# posted STATUS: a job has this answer, and links have their images.
posted() {
  post '{"scrim": 1, "canvas": {"width": 9, "height": 5}, "layers": [{"fill": "#f00"}]}' /jobs >"$work/answer"
  head -n 1 "$work/answer" | grep -q "^HTTP/1.1 $1 "
  fetch_image "$link"
}
# doctor_says TEXT: in a line about the queue; doctor_says_nothing of it.
doctor_says() {
  inside scrim doctor >"$work/said" 2>&1 || true
  grep -F "queue" "$work/said" | grep -qF -e "$1"
}
doctor_says_nothing() {
  inside scrim doctor >"$work/said" 2>&1 || true
  if grep -F "queue" "$work/said"; then return 1; fi
}
