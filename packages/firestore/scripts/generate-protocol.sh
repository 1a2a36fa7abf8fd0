#!/bin/sh
# Writes src/gen from the protocol files that the installed @google-cloud/firestore package carries.
# Does nothing when src/gen came from that version and this script; swaps the folder in whole,
# because others may be importing it.
set -eu
cd "$(dirname "$0")/.."
# With slashes on Windows, too.
package=$(node -p "path.dirname(require.resolve('@google-cloud/firestore/package.json')).split(path.sep).join('/')")
stamp="$(node -p "require('$package/package.json').version") $(cksum < scripts/generate-protocol.sh)"
if [ -f src/gen/stamp ] && [ "$(cat src/gen/stamp)" = "$stamp" ]; then exit 0; fi
work=$(mktemp -d)
fresh="src/gen.$$.tmp"
trap 'rm -rf "$work" "$fresh" "$fresh.old"' EXIT
cp -R "$package/build/protos/." "$work/protos"
# The web SDK's transactions send Write.verify (field 5), which these files leave out.
sed -i.orig 's|^    DocumentTransform transform = 6;|    string verify = 5;\n\n&|' "$work/protos/google/firestore/v1/write.proto"
grep -q 'string verify = 5;' "$work/protos/google/firestore/v1/write.proto"
cat > "$work/buf.gen.yaml" <<YAML
version: v2
plugins:
  - local: protoc-gen-es
    out: $fresh
    opt: [target=js+dts, import_extension=js]
    include_imports: true
YAML
buf generate "$work/protos" --template "$work/buf.gen.yaml" --path "$work/protos/google/firestore/v1"
echo "$stamp" > "$fresh/stamp"
if [ -d src/gen ]; then mv src/gen "$fresh.old"; fi
mv "$fresh" src/gen
