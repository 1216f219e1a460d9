export function makeRuntimeRun(
  root: string,
  own?: { versions: { node: string }; execPath: string },
): string | undefined
