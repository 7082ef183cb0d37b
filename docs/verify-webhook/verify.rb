# Verifies that Trunkline sent a webhook within the last five minutes. Pass the raw body, which is request.raw_post in
# Rails: JSON that was parsed and serialized again has other bytes. To try it:
#
#   WEBHOOK_SECRET=whsec_... ruby verify.rb "$X_SERVICE_SIGNATURE" < body.json
require "openssl"

TOLERANCE_SECONDS = 300

def genuine?(secret, header, body, now = Time.now.to_i)
  parts = header.to_s.split(",").map { |part| part.strip.split("=", 2) }
  time = parts.find { |name, _| name == "t" }&.last.to_s
  return false unless time.match?(/\A[0-9]{1,12}\z/) && (now - time.to_i).abs <= TOLERANCE_SECONDS

  key = secret.delete_prefix("whsec_").unpack1("m")
  expected = OpenSSL::HMAC.hexdigest("SHA256", key, "#{time}.".b + body.b)
  # While a secret is being rotated there are two signatures, one for each secret.
  parts.any? { |name, value| name == "v1" && OpenSSL.secure_compare(value.to_s, expected) }
end

if $PROGRAM_NAME == __FILE__
  good = genuine?(ENV.fetch("WEBHOOK_SECRET"), ARGV[0], $stdin.binmode.read)
  puts good ? "genuine" : "forged"
  exit(good ? 0 : 1)
end
