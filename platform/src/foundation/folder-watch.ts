import { type FSWatcher, mkdirSync, watch } from 'node:fs'

export interface Follower {
  /** The file was created, changed or removed. */
  changed(): void
  /** The folder can no longer be watched, so no further call follows. */
  lost(): void
}

/**
 * Notifies followers of changes to files in one folder. All followers share one watcher, which exists only while there are
 * followers, because the kernel allows a process few watchers.
 */
export interface FolderWatch {
  /** Follows a file, whether or not it exists yet. Returns a function that stops. */
  follow(name: string, follower: Follower): () => void
}

/** @param path of the folder, which is created if it is missing. */
export function createFolderWatch(path: string): FolderWatch {
  const followers = new Map<string, Set<Follower>>()
  let watcher: FSWatcher | undefined

  const all = () => [...followers.values()].flatMap((some) => [...some])

  const stop = () => {
    watcher?.close()
    watcher = undefined
  }

  const lose = () => {
    stop()
    const lost = all()
    followers.clear()
    for (const follower of lost) follower.lost()
  }

  const start = () => {
    mkdirSync(path, { recursive: true })
    const started = watch(path, { persistent: false })
    // Some systems do not name the file, so every follower is notified.
    started.on('change', (_event, name) => {
      for (const follower of name === null ? all() : [...(followers.get(String(name)) ?? [])])
        follower.changed()
    })
    started.on('error', lose)
    watcher = started
  }

  return {
    follow(name, follower) {
      const some = followers.get(name) ?? new Set()
      followers.set(name, some.add(follower))
      try {
        if (!watcher) start()
      } catch {
        // Reported like later losses: after this function has returned.
        queueMicrotask(lose)
      }
      return () => {
        if (!some.delete(follower) || some.size > 0) return
        // The set may be a newer one by now, of followers that came after the watcher was lost.
        if (followers.get(name) === some) followers.delete(name)
        if (followers.size === 0) stop()
      }
    },
  }
}
