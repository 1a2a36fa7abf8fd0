// firebase-tools asks npm for the newest version of firebase-functions at each reload of the
// functions and waits for the response. Without a version it compares nothing.
exports.module = 'lib/deploy/functions/runtimes/node/versioning.js';

exports.expected = {
  'checkFunctionsSDKVersion(version) that returns without a result of exports.getLatestSDKVersion()': ({
    checkFunctionsSDKVersion,
    getLatestSDKVersion,
  }) =>
    getLatestSDKVersion.length === 0 &&
    /exports\.getLatestSDKVersion\(\);\s*if \(!latest\) \{\s*return;/.test(checkFunctionsSDKVersion),
};

exports.apply = (versioning) => {
  versioning.getLatestSDKVersion = () => undefined;
};
