# Sourced: a job of every kind, done by an installed daemon. Each names an image in another way, or is
# handed in or written differently.
#
# The sourcing script defines `alice` (runs a command as a member of the group scrim) and sets `top`, the
# path of the root that the daemon runs in ("" for the machine's own).

# What the configuration must have; letters outside ASCII show that paths are bytes.
asset_root=/srv/größe/photos
allow_asset_root() {
  install -d -m 755 "$top$asset_root"
  sed -i "s|^asset-roots = .*|asset-roots = [\"$asset_root\"]|" "$top/etc/scrim/scrim.toml"
}

# job NAME MEMBERS LAYER: writes a job into alice's home.
job() {
  printf '{"scrim": 1, "canvas": {"width": 200, "height": 60}, %s "layers": [%s]}\n' "$2" "$3" |
    alice tee "/home/alice/$1.json" >/dev/null
}
image() { printf '{"frame": {"x": 20, "y": 5, "width": 100, "height": 50}, "image": {"source": "%s"}}' "$1"; }
outputs() {
  local format list=
  for format in png jpg webp pdf svg; do list="$list{\"file\": \"$1.$format\"},"; done
  printf '"output": [%s],' "${list%,}"
}

# do_jobs_of_every_kind [EFFECT]: returns when all are done; with an effect of a third-party plugin, that too.
do_jobs_of_every_kind() {
  local drop=/var/spool/scrim/drop kind format
  local kinds="plain documents by-bundle by-assets by-root by-submit contents"
  local text='{"text": {"string": "Every kind", "size": 30}, "effects": [{"effect": "outline"}]}'
  job plain "" "$text"
  job photos '"output": [{"file": "photo.png"}, {"file": "photo.webp"}],' "$text"
  alice sh -c 'cd /home/alice && scrim render photos.json >photos.txt'
  job documents "$(outputs documents)" "$text"
  alice cp /home/alice/plain.json /home/alice/documents.json "$drop/"

  job by-bundle '"output": {"file": "by-bundle.jpg"},' "$(image pictures/photo.webp)"
  # The daemon deletes what it has copied, so its group must be able to write there.
  alice sh -c "umask 007 && mkdir -p $drop/.by-bundle.part/pictures && cd $drop/.by-bundle.part &&
    cp /home/alice/by-bundle.json job.json && cp /home/alice/photo.webp pictures/ &&
    mv $drop/.by-bundle.part $drop/by-bundle.scrim"

  job by-assets "" "$(image every-kind.png)"
  alice cp /home/alice/photo.png /var/spool/scrim/assets/every-kind.png
  alice cp /home/alice/by-assets.json "$drop/"

  install -m 644 "$top/home/alice/photo.png" "$top$asset_root/größe.png"
  job by-root "" "$(image "$asset_root/größe.png")"
  alice cp /home/alice/by-root.json "$drop/"

  job by-submit "" "$(image /home/alice/photo.png), $(image photo.webp)"
  alice scrim submit --spool /var/spool/scrim --wait /home/alice/by-submit.json >/dev/null

  # Each with libraries of its own in the worker.
  job contents "$(outputs contents)" '{"frame": {"width": 60, "height": 60}, "content": {"kind": "svg", "string":
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><circle cx=\"4\" cy=\"4\" r=\"4\"/></svg>"}},
    {"frame": {"x": 70, "width": 60}, "content": {"kind": "qr-code", "data": "every kind"}},
    {"frame": {"x": 135, "width": 60}, "content": {"kind": "barcode", "symbology": "aztec", "data": "every kind"}}'
  alice cp /home/alice/contents.json "$drop/"

  if [ $# -gt 0 ]; then
    kinds="$kinds by-plugin"
    job by-plugin "" "{\"fill\": \"#f80\", \"frame\": {\"x\": 1, \"y\": 1, \"width\": 90, \"height\": 40},
      \"effects\": [{\"effect\": \"$1\"}]}"
    alice cp /home/alice/by-plugin.json "$drop/"
  fi
  for kind in $kinds; do
    is_reported() { ls "$top/var/spool/scrim/out/alice/$kind".*.json >/dev/null 2>&1; }
    within 60 is_reported
    grep -q '"status": "done"' "$top/var/spool/scrim/out/alice/$kind.result.json" || {
      cat "$top/var/spool/scrim/out/alice/$kind".*.json >&2
      return 1
    }
  done
  for kind in documents contents; do
    for format in png jpg webp pdf svg; do test -s "$top/var/spool/scrim/out/alice/$kind.$format"; done
  done
  echo "done: $kinds"
}
