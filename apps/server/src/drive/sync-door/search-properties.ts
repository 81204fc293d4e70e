import { DAV, NEXTCLOUD, OWNCLOUD } from '../webdav/live-properties.ts'
import type { PropertyName } from '../webdav/property-request.ts'
import type { FoundNode } from './describe-found.ts'

/** What can be looked for and put in order. */
export interface SearchProperty {
  name: PropertyName['name']
  type: 'text' | 'number' | 'time' | 'flag'
  value(found: FoundNode): string | number | boolean | undefined
}

/** A time is in milliseconds. */
const properties: readonly [namespace: string, property: SearchProperty][] = [
  [
    DAV,
    { name: 'displayname', type: 'text', value: ({ node, names }) => names.at(-1) ?? node.name },
  ],
  [
    DAV,
    {
      name: 'getcontenttype',
      type: 'text',
      value: ({ node }) =>
        node.kind === 'folder' ? FOLDER_TYPE : (node.mime_type ?? 'application/octet-stream'),
    },
  ],
  [DAV, { name: 'getlastmodified', type: 'time', value: ({ node }) => node.modified_at }],
  [DAV, { name: 'creationdate', type: 'time', value: ({ node }) => node.created_at }],
  [DAV, { name: 'getcontentlength', type: 'number', value: ({ node }) => node.size }],
  [OWNCLOUD, { name: 'size', type: 'number', value: ({ node }) => node.size }],
  [OWNCLOUD, { name: 'fileid', type: 'number', value: ({ node }) => node.number }],
  [OWNCLOUD, { name: 'favorite', type: 'flag', value: ({ node }) => node.starred_at !== null }],
  [NEXTCLOUD, { name: 'upload_time', type: 'time', value: ({ node }) => node.created_at }],
  [
    NEXTCLOUD,
    {
      name: 'metadata-photos-original_date_time',
      type: 'time',
      value: ({ node }) => node.taken_at ?? node.modified_at,
    },
  ],
]

/** As clients of this protocol call it. */
const FOLDER_TYPE = 'httpd/unix-directory'

/** Some clients declare the prefix `oc` as this, which is nobody's. */
const MISTAKEN = 'http://nextcloud.com/ns'

export function toMeantName<N extends PropertyName>(given: N): N {
  return given.namespace === MISTAKEN ? { ...given, namespace: OWNCLOUD } : given
}

export function findSearchProperty(given: PropertyName): SearchProperty | undefined {
  const { namespace, name } = toMeantName(given)
  return properties.find(([of, one]) => of === namespace && one.name === name)?.[1]
}
