import type { texts as english } from '../en/drive-dialogs.ts'

export const texts: Record<keyof typeof english, string> = {
  'act.taken.title': 'Nama ini sudah digunakan',
  'act.taken.text': '“{folder}” sudah mengandungi sesuatu bernama “{name}”.',
  'act.taken.hint': 'Yang diganti akan masuk ke tong sampah.',
  'act.taken.keepBoth': 'Simpan kedua-duanya',
  'act.taken.replace': 'Ganti',
  'act.taken.skip': 'Langkau',
  'act.taken.all': 'Buat perkara yang sama untuk {count} yang lain',

  'act.pick.move': 'Alihkan {count, plural, other {# item}}',
  'act.pick.copy': 'Salin {count, plural, other {# item}}',
  'act.pick.folders': 'Folder',
  'act.pick.recent': 'Folder terkini',
  'act.pick.moveHere': 'Alihkan ke {name}',
  'act.pick.copyHere': 'Salin ke {name}',
  'act.pick.more': 'Tunjukkan folder lagi',
  'act.pick.none': 'Tiada folder di sini',
  'act.pick.same': 'Di sinilah tempatnya sekarang.',
  'act.pick.newIn': 'Folder baharu dalam {name}',

  'act.tags.title': 'Tag {name}',
  'act.tags.field': 'Tambah tag',
  'act.tags.add': 'Tambah',
  'act.tags.known': 'Tag yang digunakan',
  'act.tags.chosen': 'Tag yang dipilih',
  'act.tags.remove': 'Buang tag {tag}',
  'act.tags.none': 'Belum ada tag.',
  'act.tags.save': 'Simpan tag',
  'act.tags.full': 'Satu fail boleh mempunyai hingga 20 tag.',
}
