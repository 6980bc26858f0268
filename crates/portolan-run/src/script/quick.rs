//! QuickJS as the engine, with limits on steps, memory and stack.

use std::cell::Cell;
use std::rc::Rc;

use rquickjs::context::EvalOptions;
use rquickjs::{CatchResultExt, Context, Ctx, Function, Object, Persistent, Runtime};

use super::memory::Limited;
use super::{Engine, Fault, Field, Shared};
use crate::given::Given;
use crate::watch::{self, Work};

/// What scripts find when they begin.
const PRELUDE: &str = include_str!("prelude.js");

/// Bytes of their stack.
const STACK: usize = 512 << 10;

/// Steps between two looks at the meter: how QuickJS counts them.
const STEPS: u64 = 10_000;

/// QuickJS.
pub(super) struct Quick {
    /// Each program has a world of names of its own. They end before the runtime does.
    programs: Vec<(Persistent<Object<'static>>, Context)>,
    runtime: Runtime,
    /// Did a script ask for more memory than there is?
    refused: Rc<Cell<bool>>,
    host: Shared,
}

impl Quick {
    pub fn new(host: Shared) -> Option<Quick> {
        watch::begins();
        let refused = Rc::new(Cell::new(false));
        let runtime = Runtime::new_with_alloc(Limited::new(refused.clone())).ok()?;
        runtime.set_max_stack_size(STACK);
        let (meter, full) = (host.borrow().meter.clone(), refused.clone());
        // What a script catches does not end it; this does.
        runtime.set_interrupt_handler(Some(Box::new(move || !meter.count(STEPS) || full.get())));
        Some(Quick { programs: Vec::new(), runtime, refused, host })
    }

    /// What a call came to, with faults told.
    fn judged<T>(&self, ctx: &Ctx<'_>, result: rquickjs::Result<T>) -> Result<T, Fault> {
        result.catch(ctx).map_err(|why| {
            let why = said(&why.to_string());
            match self.host.borrow().meter.is_empty() {
                // It would ask for as much in the next moment.
                _ if self.refused.get() => Fault::Limit("the scripts took more than 32 MB"),
                true => Fault::Limit("the script took too many steps"),
                false => Fault::Wrong(why),
            }
        })
    }

    fn within<T>(
        &self,
        program: usize,
        work: impl for<'js> FnOnce(&Ctx<'js>, Object<'js>) -> rquickjs::Result<T>,
    ) -> Result<T, Fault> {
        let gone = || Fault::Wrong("the script has ended".to_owned());
        let (object, context) = self.programs.get(program).ok_or_else(gone)?;
        let _work = Work::begin();
        context.with(|ctx| {
            let result = object.clone().restore(&ctx).and_then(|object| work(&ctx, object));
            self.judged(&ctx, result)
        })
    }
}

/// The first lines of a message, short.
fn said(text: &str) -> String {
    let text = text.trim().replace('\n', " ");
    text.chars().take(300).collect()
}

impl Engine for Quick {
    fn begin(&mut self, source: &str, fields: &[Field]) -> Result<usize, Fault> {
        let context = Context::full(&self.runtime).map_err(|why| Fault::Wrong(why.to_string()))?;
        let _work = Work::begin();
        let object = context.with(|ctx| {
            let made = begun(&ctx, &self.host, source, fields);
            self.judged(&ctx, made)
        })?;
        self.programs.push((object, context));
        Ok(self.programs.len() - 1)
    }

    fn call(&mut self, program: usize, function: &str, arguments: &str) -> Result<bool, Fault> {
        if !self.host.borrow().meter.count_call() {
            return Err(Fault::Limit("the scripts were called too often"));
        }
        self.within(program, |_, object| object.get::<_, Function<'_>>("call")?.call((function, arguments)))
    }

    fn put(&mut self, program: usize, field: &str, value: &str) -> Result<(), Fault> {
        self.within(program, |_, object| object.get::<_, Function<'_>>("put")?.call((field, value)))
    }

    fn written(&mut self, program: usize) -> Result<Vec<(String, Given)>, Fault> {
        let text: String = self.within(program, |_, object| object.get::<_, Function<'_>>("written")?.call(()))?;
        let list: Vec<(String, serde_json::Value)> = serde_json::from_str(&text).unwrap_or_default();
        Ok(list.into_iter().map(|(name, value)| (name, crate::json::given(&value))).collect())
    }
}

/// Prepares a program and runs it once, so that its functions are known.
fn begun<'js>(
    ctx: &Ctx<'js>,
    host: &Shared,
    source: &str,
    fields: &[Field],
) -> rquickjs::Result<Persistent<Object<'static>>> {
    let prelude: Function<'js> = ctx.eval(PRELUDE)?;
    let object: Object<'js> = prelude.call((natives(ctx, host)?,))?;
    let declare: Function<'js> = object.get("declare")?;
    for Field { name, ty, value, output } in fields {
        let value: rquickjs::Value<'js> = ctx.json_parse(value.as_str())?;
        declare.call::<_, ()>((name.as_str(), ty.to_string(), value, *output))?;
    }
    let mut options = EvalOptions::default();
    options.strict = false;
    ctx.eval_with_options::<(), _>(super::lengths::renamed(source), options)?;
    Ok(Persistent::save(ctx, object))
}

/// The functions that reach the world.
fn natives<'js>(ctx: &Ctx<'js>, host: &Shared) -> rquickjs::Result<Object<'js>> {
    let object = Object::new(ctx.clone())?;
    let h = host.clone();
    object.set("get", Function::new(ctx.clone(), move |id: u32, name: String| h.borrow().get(id, &name))?)?;
    let h = host.clone();
    let set = move |id: u32, name: String, text: String| h.borrow_mut().set(id, &name, &text);
    object.set("set", Function::new(ctx.clone(), set)?)?;
    let h = host.clone();
    let change = move |id: u32, what: String, text: String| h.borrow_mut().change(id, &what, &text);
    object.set("change", Function::new(ctx.clone(), change)?)?;
    let h = host.clone();
    object.set("find", Function::new(ctx.clone(), move |name: String| h.borrow().find(&name))?)?;
    let h = host.clone();
    object.set("kind", Function::new(ctx.clone(), move |id: u32| h.borrow().kind(id).to_owned())?)?;
    let h = host.clone();
    object.set("name", Function::new(ctx.clone(), move |id: u32| h.borrow().name(id))?)?;
    let h = host.clone();
    object.set("root", Function::new(ctx.clone(), move || h.borrow().root())?)?;
    let h = host.clone();
    object.set("now", Function::new(ctx.clone(), move || h.borrow().now())?)?;
    let h = host.clone();
    object.set("url", Function::new(ctx.clone(), move || h.borrow().url())?)?;
    let h = host.clone();
    object.set("print", Function::new(ctx.clone(), move |text: String| h.borrow_mut().print(&text))?)?;
    let h = host.clone();
    object.set("create", Function::new(ctx.clone(), move |text: String| h.borrow_mut().create(&text))?)?;
    let h = host.clone();
    object.set("ask", Function::new(ctx.clone(), move |text: String| h.borrow_mut().ask(&text))?)?;
    Ok(object)
}
