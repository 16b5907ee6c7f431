/**
 * Adds the audit log. Its rows cannot be changed, and only those older than `audit_log_retention` can be deleted.
 * They have no foreign keys: they outlive the users and projects that they name.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

export const auditLog = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { counter, integer, strict, text } = yield* columnTypes
  yield* sql`
    CREATE TABLE audit_log (
      position ${counter} PRIMARY KEY,
      id ${text} NOT NULL UNIQUE,
      created_at ${integer} NOT NULL,
      project_id ${text},
      user_id ${text},
      action ${text} NOT NULL,
      outcome ${text} NOT NULL,
      code ${text},
      actor_type ${text} NOT NULL,
      actor_id ${text},
      address ${text},
      request_id ${text},
      targets ${text} NOT NULL,
      changed_fields ${text} NOT NULL
    ) ${strict}`
  yield* sql`CREATE INDEX audit_log_time ON audit_log (created_at, position)`
  yield* sql`CREATE INDEX audit_log_project ON audit_log (project_id, created_at, position)`
  yield* sql`CREATE INDEX audit_log_user ON audit_log (project_id, user_id, created_at, position)`
  yield* sql`CREATE INDEX audit_log_actor ON audit_log (project_id, actor_id, created_at, position)`
  yield* sql`CREATE TABLE audit_log_retention (id ${integer} PRIMARY KEY, kept_from ${integer} NOT NULL) ${strict}`
  yield* sql`INSERT INTO audit_log_retention (id, kept_from) VALUES (1, 0)`
  yield* sql.onDialectOrElse({ pg: () => onPostgres, orElse: () => onSqlite })
})

const onSqlite = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log
    BEGIN SELECT RAISE(ABORT, 'The audit log is append-only'); END`
  yield* sql`
    CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log
    WHEN OLD.created_at >= (SELECT kept_from FROM audit_log_retention WHERE id = 1)
    BEGIN SELECT RAISE(ABORT, 'The audit log is append-only'); END`
})

const onPostgres = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE FUNCTION audit_log_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' THEN
        IF OLD.created_at < (SELECT kept_from FROM audit_log_retention WHERE id = 1) THEN RETURN OLD; END IF;
      END IF;
      RAISE EXCEPTION 'The audit log is append-only';
    END $$`
  yield* sql`
    CREATE TRIGGER audit_log_kept BEFORE UPDATE OR DELETE ON audit_log
    FOR EACH ROW EXECUTE FUNCTION audit_log_refuse()`
  yield* sql`
    CREATE TRIGGER audit_log_not_truncated BEFORE TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION audit_log_refuse()`
})
