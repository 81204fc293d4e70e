export const sharedTabs = ['with-me', 'by-me', 'links'] as const
export type SharedTab = (typeof sharedTabs)[number]

/** `/shared?tab=links`; without it, what is shared with the person. */
export interface SharedSearch {
  tab?: SharedTab
}

/** Of an address only what we know. */
export function readSharedTab({ tab }: Readonly<Record<string, unknown>>): SharedTab {
  return sharedTabs.find((each) => each === tab) ?? 'with-me'
}
