export const texts = {
  'nav.recent': 'Recent',
  'nav.starred': 'Favourites',
  'nav.photos': 'Photos',
  'nav.activity': 'Activity',
  'nav.search': 'Search',
  'nav.places': 'Places',
  'nav.folders': 'Folders',
  'nav.tags': 'Tags',
  'nav.tags.all': 'Show all tags',

  'tree.more': 'Show more',
  'tree.empty': 'No folders inside',

  'places.tagCount': '{count, plural, one {# item} other {# items}}',
  'places.tag.list': 'Tagged {tag}',
  'places.recent.empty': 'Nothing recent yet',
  'places.recent.empty.hint': 'Files that you add or change show up here, the latest first.',
  'places.starred.empty': 'No favourites yet',
  'places.starred.empty.hint': 'Star what you need often, and it is always one step away.',
  'places.tag.empty': 'Nothing has this tag',
  'places.tag.empty.hint': 'Files and folders with this tag appear here.',
  'places.toFiles': 'Go to my files',
} as const
