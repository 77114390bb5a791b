-- A name of a scenario means the same scenario for ever, whoever may update the table.

CREATE FUNCTION refuse_other_scenario_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE check_violation USING
    MESSAGE = format('the name of scenario "%s" violates "scenario_is_named_once"', OLD.name),
    CONSTRAINT = 'scenario_is_named_once';
END
$$;

CREATE TRIGGER scenario_is_named_once BEFORE UPDATE ON scenarios FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name AND OLD.name IS NOT NULL)
  EXECUTE FUNCTION refuse_other_scenario_name();
