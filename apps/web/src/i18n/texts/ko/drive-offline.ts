import type { texts as english } from '../en/drive-offline.ts'

export const texts: Record<keyof typeof english, string> = {
  'offline.note': '오프라인 상태입니다. 마지막으로 확인한 내용입니다: {when}.',
  'offline.now': '오프라인 상태입니다. 마지막 목록을 표시합니다.',
  'offline.reason': '다시 연결될 때까지 변경할 수 없습니다.',
  'offline.again': '다시 시도',
  'update.title': 'Awan의 새 버전이 준비되었습니다',
  'update.now': '새로 고침',
}
