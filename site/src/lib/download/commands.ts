/** Returns the command that installs a downloaded package, and the packages that it depends on. */
export const installCommand = (fileName: string): string => `sudo apt install ./${fileName}`

export const removeCommand = (name: string): string => `sudo apt remove ${name}`

/** Returns the commands that unpack a package on a Linux without apt, and register the launcher with the desktop. */
export const unpackCommands = (fileName: string): string[] => [
  `ar p ${fileName} data.tar.gz | sudo tar -xz -C /`,
  'sudo update-desktop-database',
]
