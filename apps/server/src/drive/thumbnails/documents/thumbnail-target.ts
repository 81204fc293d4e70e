const THUMBNAIL = /^http:\/\/(?:schemas\.openxmlformats\.org|purl\.oclc\.org)\/.{0,100}\/thumbnail$/
/** No program writes as many. */
const MAX_RELATIONSHIPS = 100

/** Which part of an Office Open XML file its relationships name as its thumbnail. */
export function thumbnailTarget(relationships: string): string | undefined {
  const tags = relationships.matchAll(/<(?:\w{1,20}:)?Relationship\s([^<>]{1,2000})>/g)
  for (const [, attributes = ''] of tags.take(MAX_RELATIONSHIPS)) {
    const isInside = attributeOf(attributes, 'TargetMode') !== 'External'
    if (!isInside || !THUMBNAIL.test(attributeOf(attributes, 'Type') ?? '')) continue
    const target = attributeOf(attributes, 'Target')?.replace(/^\//, '')
    // A name with an entity in it is none that an office program writes.
    if (target && !target.includes('&')) return target
  }
  return undefined
}

function attributeOf(attributes: string, name: string): string | undefined {
  for (const [, found, double, single] of attributes.matchAll(
    /([\w:]{1,40})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)')/g,
  )) {
    if (found === name) return double ?? single
  }
  return undefined
}
