/** The service: it handles every request below the path of `KEYSTILE_PUBLIC_URL`. */
import { signInService } from "@/service"

const handle = (request: Request) => signInService().handler(request)

export { handle as DELETE, handle as GET, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT }
