#!/bin/sh
# Writes src/gen from the protocol files that the installed @google-cloud/pubsub and google-gax
# packages carry. Does nothing when src/gen came from those versions and this script; swaps the
# folder in whole, because others may be importing it.
set -eu
cd "$(dirname "$0")/.."
# google-gax does not export its package.json. With slashes on Windows, too.
folder_of() {
  node -p "module.paths.map((folder) => folder + '/$1').find((folder) => fs.existsSync(folder)).split(path.sep).join('/')"
}
pubsub=$(folder_of @google-cloud/pubsub)
gax=$(folder_of google-gax)
version_of() { node -p "require('$1/package.json').version"; }
stamp="$(version_of "$pubsub") $(version_of "$gax") $(cksum < scripts/generate-protocol.sh)"
if [ -f src/gen/stamp ] && [ "$(cat src/gen/stamp)" = "$stamp" ]; then exit 0; fi
work=$(mktemp -d)
fresh="src/gen.$$.tmp"
trap 'rm -rf "$work" "$fresh" "$fresh.old"' EXIT
mkdir -p "$work/protos/google"
for part in api rpc; do cp -R "$gax/build/protos/google/$part" "$work/protos/google/$part"; done
cp -R "$pubsub/build/protos/google/pubsub" "$work/protos/google/pubsub"
cat > "$work/buf.gen.yaml" <<YAML
version: v2
plugins:
  - local: protoc-gen-es
    out: $fresh
    opt: [target=js+dts, import_extension=js]
    include_imports: true
YAML
buf generate "$work/protos" --template "$work/buf.gen.yaml" --path "$work/protos/google/pubsub/v1" \
  --path "$work/protos/google/rpc/status.proto" --path "$work/protos/google/rpc/error_details.proto"
echo "$stamp" > "$fresh/stamp"
if [ -d src/gen ]; then mv src/gen "$fresh.old"; fi
mv "$fresh" src/gen
