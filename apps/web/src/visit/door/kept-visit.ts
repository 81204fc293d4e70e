/** What a tab keeps of a visit, so that a reload is not another visitor. */
export interface KeptVisit {
  read(): KeptParts | undefined
  keep(visitToken: string): void
  /** A name for the uploads of this visitor, the same after a reload. */
  uploadsKey(): string
  /** Whether this visitor has uploaded something before. */
  hasUploads(): boolean
  forget(): void
}

interface KeptParts {
  visitToken: string
  uploads?: string | undefined
}

const PREFIX = 'awan.visit.'

/** In the storage of the tab alone, under a key of its own for each link. */
export function openKeptVisit(
  openStorage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  token: string,
): KeptVisit {
  const key = PREFIX + token
  // Where the browser refuses storage, the visit lasts as long as the page.
  let kept = attempt(() => parse(openStorage().getItem(key)))

  function write(parts: KeptParts): void {
    kept = parts
    attempt(() => openStorage().setItem(key, JSON.stringify(parts)))
  }

  return {
    read: () => kept,
    keep: (visitToken) => write({ ...kept, visitToken }),
    uploadsKey() {
      const uploads = kept?.uploads ?? crypto.randomUUID()
      if (kept && kept.uploads === undefined) write({ ...kept, uploads })
      return `visit-${uploads}`
    },
    hasUploads: () => kept?.uploads !== undefined,
    forget() {
      kept = undefined
      attempt(() => openStorage().removeItem(key))
    },
  }
}

function parse(text: string | null): KeptParts | undefined {
  if (text === null) return undefined
  const value = JSON.parse(text) as KeptParts
  return typeof value.visitToken === 'string' ? value : undefined
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
