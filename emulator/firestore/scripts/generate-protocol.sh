#!/bin/sh
# Writes src/gen from the protocol files that the installed @google-cloud/firestore package carries.
set -eu
cd "$(dirname "$0")/.."
source=$(node -p "require('node:path').join(require('node:path').dirname(require.resolve('@google-cloud/firestore/package.json')), 'build/protos')")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$source/." "$work/protos"
# The web SDK's transactions send Write.verify (field 5), which these files leave out.
sed -i.orig 's|^    DocumentTransform transform = 6;|    string verify = 5;\n\n&|' "$work/protos/google/firestore/v1/write.proto"
grep -q 'string verify = 5;' "$work/protos/google/firestore/v1/write.proto"
cat > "$work/buf.gen.yaml" <<YAML
version: v2
plugins:
  - local: protoc-gen-es
    out: src/gen
    opt: [target=js+dts, import_extension=js]
    include_imports: true
YAML
rm -rf src/gen
buf generate "$work/protos" --template "$work/buf.gen.yaml" --path "$work/protos/google/firestore/v1"
