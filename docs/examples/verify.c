/* Verifies a signed script: verify public-key.pem script. Link with -lcrypto (OpenSSL 3). */
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <stdio.h>
#include <string.h>

static char text[1 << 20];

int main(int count, char **arguments) {
  if (count != 3) return 2;
  FILE *keyFile = fopen(arguments[1], "r"), *file = fopen(arguments[2], "rb");
  if (!keyFile || !file) return 2;
  EVP_PKEY *key = PEM_read_PUBKEY(keyFile, NULL, NULL, NULL);
  size_t length = fread(text, 1, sizeof text - 1, file);

  const char *prefix = "--rbxsig%";
  char *base64 = text + strlen(prefix);
  char *end = strchr(base64, '%');
  if (!key || strncmp(text, prefix, strlen(prefix)) != 0 || !end) return 2;

  /* EVP_DecodeBlock counts the padding as bytes. */
  unsigned char signature[1024];
  int padding = (end[-1] == '=') + (end[-2] == '=');
  if (end - base64 > 1024) return 2;
  int signatureLength = EVP_DecodeBlock(signature, (unsigned char *)base64, end - base64) - padding;

  /* The signed text begins with the newline after the second percent sign. */
  const unsigned char *signedText = (unsigned char *)end + 1;
  size_t signedLength = length - (size_t)(end + 1 - text);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  int valid = EVP_DigestVerifyInit(context, NULL, EVP_sha1(), NULL, key) == 1 &&
              EVP_DigestVerify(context, signature, signatureLength, signedText, signedLength) == 1;
  puts(valid ? "Verified OK" : "Verification failure");
  return !valid;
}
