// Verifies that Trunkline sent a webhook within the last five minutes. Pass the raw body: JSON that was parsed and
// serialized again has other bytes. To try it:
//
//	WEBHOOK_SECRET=whsec_... go run verify.go "$X_SERVICE_SIGNATURE" < body.json
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

const tolerance = 300 * time.Second

func IsGenuine(secret, header string, body []byte, now time.Time) bool {
	var sentAt string
	var signatures []string
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		if name == "t" && sentAt == "" {
			sentAt = value
		} else if name == "v1" {
			signatures = append(signatures, value)
		}
	}
	seconds, err := strconv.ParseUint(sentAt, 10, 40)
	if err != nil || now.Sub(time.Unix(int64(seconds), 0)).Abs() > tolerance {
		return false
	}

	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(sentAt + "."))
	mac.Write(body)
	expected := mac.Sum(nil)
	// While a secret is being rotated there are two signatures, one for each secret.
	for _, signature := range signatures {
		given, err := hex.DecodeString(signature)
		if err == nil && hmac.Equal(given, expected) {
			return true
		}
	}
	return false
}

func main() {
	var signature string
	if len(os.Args) > 1 {
		signature = os.Args[1]
	}
	body, err := io.ReadAll(os.Stdin)
	if err == nil && IsGenuine(os.Getenv("WEBHOOK_SECRET"), signature, body, time.Now()) {
		fmt.Println("genuine")
		return
	}
	fmt.Println("forged")
	os.Exit(1)
}
