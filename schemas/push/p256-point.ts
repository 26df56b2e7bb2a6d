/** The curve P-256 (FIPS 186-4, D.1.2.3): `y² = x³ − 3x + b`, modulo `p`. */
const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
const COORDINATE_BYTES = 32;
/** the first byte of a point that has both coordinates */
const UNCOMPRESSED = 4;

const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);

/** Whether these bytes are an uncompressed point of P-256. Encryption for a point beside the curve gives secrets away. */
export function isP256Point(bytes: Uint8Array): boolean {
  if (bytes.length !== 1 + 2 * COORDINATE_BYTES || bytes[0] !== UNCOMPRESSED) return false;
  const x = numberOf(bytes.subarray(1, 1 + COORDINATE_BYTES));
  const y = numberOf(bytes.subarray(1 + COORDINATE_BYTES));
  return x < p && y < p && (y * y - (x * x * x - 3n * x + b)) % p === 0n;
}
