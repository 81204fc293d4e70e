import type { texts as english } from '../en/obstacles.ts'

export const texts: Record<keyof typeof english, string> = {
  'signIn.second.title': 'Satu langkah lagi',
  'signIn.second.TOTP': 'Ketik kode yang ditampilkan aplikasi autentikator Anda.',
  'signIn.second.PASSKEY': 'Konfirmasi dengan kunci sandi akun ini.',
  'signIn.second.RECOVERY':
    'Ketik salah satu kode pemulihan yang Anda simpan. Masing-masing berlaku sekali.',
  'signIn.second.toSend': 'Kami sedang mengirim kode.',
  'signIn.second.none':
    'Tidak satu pun langkah kedua Anda dapat dipakai sekarang. Tanyakan kepada administrator server ini.',
  'signIn.second.trust': 'Percayai perangkat ini selama 30 hari',
  'signIn.second.other': 'Cara konfirmasi lain',
  'signIn.second.method.TOTP': 'Aplikasi autentikator',
  'signIn.second.method.PASSKEY': 'Kunci sandi',
  'signIn.second.method.SMS': 'SMS',
  'signIn.second.method.EMAIL': 'Email',
  'signIn.second.method.RECOVERY': 'Kode pemulihan',
  'signIn.second.problem.recoveryMissing': 'Ketik kode pemulihan.',
  'signIn.second.problem.expired':
    'Terlalu lama atau terlalu sering mencoba. Lanjutkan dengan kode baru.',
  'signIn.second.problem.tooMany': 'Terlalu sering mencoba. Tunggu sebentar, atau pakai cara lain.',
  'signIn.second.problem.passkey': 'Kunci sandi ini tidak dapat dipakai di sini. Coba cara lain.',
  'signIn.state.other': 'Gunakan akun lain',
  'signIn.state.unchanged': 'Belum ada yang berubah.',
  'signIn.state.pending.title': 'Akun Anda menunggu persetujuan',
  'signIn.state.pending.text':
    'Administrator server ini memeriksa setiap akun baru. Setelah akun Anda disetujui, Anda dapat masuk.',
  'signIn.state.inactive.title': 'Akun Anda belum aktif',
  'signIn.state.inactive.text':
    'Akun ini dibuat saat akun baru masih memerlukan persetujuan, dan tidak pernah disetujui. Minta administrator server ini untuk mengaktifkannya.',
  'signIn.state.locked.title': 'Terlalu banyak kata sandi salah',
  'signIn.state.locked.text':
    'Demi keamanan akun Anda, untuk sementara kata sandi tidak diterima. Tunggu sebentar, atau pakai kode atau kunci sandi.',
  'signIn.state.locked.until':
    'Demi keamanan akun Anda, kata sandi tidak diterima sampai {time}. Kode atau kunci sandi tetap bisa dipakai.',
  'signIn.state.locked.code': 'Masuk dengan kode',
  'signIn.state.waiting.title': 'Kata sandi baru Anda harus menunggu',
  'signIn.state.waiting.text':
    'Kata sandi ini dibuat dengan kode ke kontak yang juga satu-satunya langkah kedua Anda. Demi keamanan akun Anda, Anda dapat masuk mulai {time}. Administrator server ini dapat membantu lebih cepat.',
  'signIn.state.blocked.title': 'Akun ini dikunci',
  'signIn.state.blocked.text':
    'Akun dikunci oleh administrator server ini. Tanyakan kepada mereka; berkas Anda masih ada.',
  'signIn.state.frozen.title': 'Akun ini dibekukan',
  'signIn.state.frozen.text':
    'Untuk sementara akun tidak dapat dipakai. Coba lagi nanti, atau tanyakan kepada administrator server ini.',
  'signIn.state.review.title': 'Akun ini sedang ditinjau',
  'signIn.state.review.text':
    'Seseorang sedang memeriksanya. Sampai selesai Anda tidak dapat masuk; sementara itu tidak ada yang dihapus.',
  'signIn.state.deleting.title': 'Akun ini sedang dihapus',
  'signIn.state.deleting.until':
    'Pada {date} akun beserta seluruh isinya akan hilang. Sampai saat itu Anda dapat memulihkannya seperti semula.',
  'signIn.state.deleting.text':
    'Akun beserta seluruh isinya akan segera hilang. Sampai saat itu Anda dapat memulihkannya seperti semula.',
  'signIn.state.deleting.final': 'Akun tidak dapat dipakai atau dipulihkan lagi.',
  'signIn.state.deleting.restore': 'Pulihkan akun saya',
  'signIn.state.reset.title': 'Pilih kata sandi baru',
  'signIn.state.reset.text':
    'Kata sandi Anda mungkin diketahui orang lain, jadi tidak diterima lagi. Untuk masuk, konfirmasikan kode lalu buat kata sandi baru.',
  'signIn.state.reset.go': 'Buat kata sandi baru',
}
