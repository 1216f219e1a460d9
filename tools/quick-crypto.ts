/** Vitest loads setup files again for each test file. It loads what they import once, so that all tests share one switch. */
import '../platform/src/testing/quick-crypto.ts'
