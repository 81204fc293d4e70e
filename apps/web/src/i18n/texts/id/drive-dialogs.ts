import type { texts as english } from '../en/drive-dialogs.ts'

export const texts: Record<keyof typeof english, string> = {
  'act.taken.title': 'Nama ini sudah dipakai',
  'act.taken.text': '“{folder}” sudah berisi sesuatu bernama “{name}”.',
  'act.taken.hint': 'Yang diganti akan masuk ke sampah.',
  'act.taken.keepBoth': 'Simpan keduanya',
  'act.taken.replace': 'Ganti',
  'act.taken.skip': 'Lewati',
  'act.taken.all': 'Lakukan hal yang sama untuk {count} lainnya',

  'act.pick.move': 'Pindahkan {count, plural, other {# item}}',
  'act.pick.copy': 'Salin {count, plural, other {# item}}',
  'act.pick.folders': 'Folder',
  'act.pick.recent': 'Folder terakhir',
  'act.pick.moveHere': 'Pindahkan ke {name}',
  'act.pick.copyHere': 'Salin ke {name}',
  'act.pick.more': 'Tampilkan folder lain',
  'act.pick.none': 'Tidak ada folder di sini',
  'act.pick.same': 'Di sinilah tempatnya sekarang.',
  'act.pick.newIn': 'Folder baru di {name}',

  'act.tags.title': 'Tag {name}',
  'act.tags.field': 'Tambah tag',
  'act.tags.add': 'Tambah',
  'act.tags.known': 'Tag yang dipakai',
  'act.tags.chosen': 'Tag terpilih',
  'act.tags.remove': 'Hapus tag {tag}',
  'act.tags.none': 'Belum ada tag.',
  'act.tags.save': 'Simpan tag',
  'act.tags.full': 'Satu berkas dapat memiliki hingga 20 tag.',
}
