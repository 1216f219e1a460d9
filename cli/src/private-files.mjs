/**
 * Closes new files to other users of the machine: databases, ledgers, backups and exports have hashes of passwords, addresses and
 * messages.
 */
process.umask(0o077)
