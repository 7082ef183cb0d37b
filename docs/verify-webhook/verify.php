<?php
// Verifies that Trunkline sent a webhook within the last five minutes. Pass the raw body, which is
// file_get_contents('php://input'): JSON that was parsed and serialized again has other bytes. To try it:
//
//   WEBHOOK_SECRET=whsec_... php verify.php "$X_SERVICE_SIGNATURE" < body.json

const TOLERANCE_SECONDS = 300;

function is_genuine(string $secret, string $header, string $body, ?int $now = null): bool
{
    $time = '';
    $signatures = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', trim($part), 2) + ['', ''];
        if ($name === 't' && $time === '') {
            $time = $value;
        } elseif ($name === 'v1') {
            $signatures[] = $value;
        }
    }
    if (!preg_match('/^[0-9]{1,12}$/D', $time) || abs(($now ?? time()) - (int) $time) > TOLERANCE_SECONDS) {
        return false;
    }

    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = hash_hmac('sha256', $time . '.' . $body, $key);
    // While a secret is being rotated there are two signatures, one for each secret.
    foreach ($signatures as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

if (PHP_SAPI === 'cli' && realpath($argv[0]) === __FILE__) {
    $genuine = is_genuine(getenv('WEBHOOK_SECRET'), $argv[1] ?? '', stream_get_contents(STDIN));
    echo $genuine ? "genuine\n" : "forged\n";
    exit($genuine ? 0 : 1);
}
