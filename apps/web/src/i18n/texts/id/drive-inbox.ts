import type { texts as english } from '../en/drive-inbox.ts'

export const texts: Record<keyof typeof english, string> = {
  'inbox.empty': 'Kotak masuk Anda kosong',
  'inbox.empty.hint':
    'Saat seseorang membagikan sesuatu kepada Anda, mengirim berkas ke folder kiriman Anda, atau meminta akses kepada Anda, Anda membacanya di sini.',
  'inbox.list': 'Pesan',
  'inbox.markAll': 'Tandai semua sudah dibaca',
  'inbox.new': 'Baru',
  'inbox.delete': 'Hapus pesan: {text}',
  'inbox.more': 'Tampilkan lebih banyak',
  'inbox.somebody': 'Seseorang',
  'inbox.from': 'Dari {names}',
  'inbox.shared_with_you': '{name} membagikan “{file}” kepada Anda',
  'inbox.shared_with_you.hidden': '{name} membagikan sesuatu yang tidak lagi dapat Anda lihat',
  'inbox.role_changed': '{name} mengubah peran Anda di “{file}”',
  'inbox.role_changed.hidden':
    '{name} mengubah peran Anda di item yang tidak lagi dapat Anda lihat',
  'inbox.access_ended': '{name} mengakhiri akses Anda ke “{file}”',
  'inbox.access_ended.hidden':
    '{name} mengakhiri akses Anda ke item yang pernah dibagikan kepada Anda',
  'inbox.drop_arrived': '{count, plural, other {# berkas telah tiba di “{file}”}}',
  'inbox.drop_arrived.hidden':
    'Berkas telah tiba di folder kiriman yang tidak lagi dapat Anda lihat',
  'inbox.access_asked': '{name} meminta akses ke “{file}”',
  'inbox.access_asked.hidden': '{name} meminta akses ke item yang tidak lagi dapat Anda lihat',
  'inbox.role': 'Peran untuk {name}',
  'inbox.grant': 'Setujui',
  'inbox.decline': 'Tolak',
  'inbox.granted': 'Disetujui',
  'inbox.declined': 'Ditolak',
  'inbox.mails': 'Email',
  'inbox.mails.hint':
    'Pilih kapan Anda juga menerima email. Pesan yang sudah Anda baca tidak dikirim.',
  'inbox.mails.shared_with_you': 'Ada yang dibagikan kepada Anda',
  'inbox.mails.role_changed': 'Peran Anda diubah',
  'inbox.mails.access_ended': 'Akses Anda berakhir',
  'inbox.mails.drop_arrived': 'Berkas tiba di folder kiriman Anda',
  'inbox.mails.access_asked': 'Seseorang meminta akses kepada Anda',
  'inbox.mail.at_once': 'Segera',
  'inbox.mail.daily': 'Sekali sehari',
  'inbox.mail.never': 'Tidak pernah',
  'ask.access': 'Minta akses',
  'ask.message': 'Pesan (opsional)',
  'ask.hint': 'Orang yang mengelolanya melihat nama dan pesan Anda.',
  'ask.send': 'Kirim permintaan',
  'ask.sent': 'Permintaan Anda sedang dikirim. Jika disetujui, Anda menemukannya di kotak masuk.',
}
