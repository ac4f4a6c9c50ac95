/// The pages' looks. `--u` is how many of a picture's units a pixel of the screen is worth, so that
/// words and marks keep their size however wide the picture is; the script keeps it up to date, and
/// without it it is 1.
enum Stylesheet {
  static let source = colours + page + tables + pictures + inks + compared + paper

  /// For a map in a file of its own.
  static let picture =
    colours + "svg{font:11.5px system-ui,sans-serif}svg text{fill:var(--soft)}\n" + pictures + inks

  private static let colours = """
    :root{color-scheme:light dark;--bg:#f6f6f4;--card:#fff;--text:#1a2026;--soft:#5a656f;--line:#e1e3e5;\
    --room:#eef0ef;--way:#fff;--between:#dfe7ee;--closed:#e3e4e3;--wall:#b4bbc1;\
    --truth:#0072b2;--estimate:#d55e00;--second:#00815e;--third:#6d55a8;--alert:#b3256b;--muted:#8b959e;\
    --notice:#fdf3d8;--notice-text:#5d4500;--halo:#fff}
    @media(prefers-color-scheme:dark){:root{--bg:#121518;--card:#1a1e22;--text:#e9ecee;--soft:#9ba6b0;--line:#2c3238;\
    --room:#22282d;--way:#1a1e22;--between:#293642;--closed:#2a2e31;--wall:#4d575f;\
    --truth:#5ab8ee;--estimate:#f58f45;--second:#3fc79b;--third:#b3a0e8;--alert:#f078ac;--muted:#76818a;\
    --notice:#33290f;--notice-text:#f0d690;--halo:#1a1e22}}

    """

  private static let page = """
    *{box-sizing:border-box}
    body{margin:0;background:var(--bg);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,\
    "Noto Sans","Liberation Sans",Helvetica,Arial,sans-serif;-webkit-text-size-adjust:100%}
    main{max-width:1180px;margin:0 auto;padding:40px 28px 56px}
    .brand{display:flex;align-items:center;gap:8px;margin:0 0 22px;color:var(--soft);font-size:13px;font-weight:600;\
    letter-spacing:.04em}
    .brand svg{width:18px;height:18px;fill:var(--truth)}
    .brand .low{fill:none;stroke:var(--truth);stroke-width:1.4;stroke-linejoin:round}
    h1{margin:0;font-size:clamp(27px,4.4vw,40px);line-height:1.12;letter-spacing:-.022em;font-weight:680;\
    overflow-wrap:anywhere}
    .subtitle{margin:8px 0 0;color:var(--soft);font-size:17px;max-width:72ch;overflow-wrap:anywhere}
    .notice{margin:20px 0 0;padding:10px 14px;border-radius:8px;background:var(--notice);color:var(--notice-text);\
    font-size:15px;max-width:80ch}
    .figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:0;margin:30px 0 0;\
    border-top:2px solid var(--text);border-bottom:1px solid var(--line)}
    .figures div{padding:14px 18px 15px 0}
    .figures dt{color:var(--soft);font-size:13.5px}
    .figures dd{margin:1px 0 0;font-size:29px;line-height:1.2;font-weight:640;letter-spacing:-.02em;\
    font-variant-numeric:tabular-nums}
    .figures small{display:block;text-wrap:balance;margin-top:2px;color:var(--soft);font-size:13px;font-weight:400;letter-spacing:0}
    section{margin-top:46px}
    h2{margin:0 0 4px;font-size:21px;line-height:1.25;letter-spacing:-.012em;font-weight:660}
    h3{margin:0;font-size:15px;font-weight:640;overflow-wrap:anywhere}
    .lead{margin:0 0 14px;color:var(--soft);max-width:76ch;font-size:15px}
    .cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,430px),1fr));gap:18px;margin-top:14px}
    .card{margin:0;padding:16px 18px 12px;background:var(--card);border:1px solid var(--line);border-radius:12px;\
    min-width:0;break-inside:avoid}
    .card.wide{grid-column:1/-1}
    .card p{margin:1px 0 8px;color:var(--soft);font-size:13.5px}
    .warnings{margin:14px 0 0;padding:0;list-style:none}
    .warnings li{margin:0 0 8px;padding:9px 14px;border-left:3px solid var(--alert);background:var(--card);\
    border-radius:0 8px 8px 0;font-size:15px}
    code{font:.92em ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;overflow-wrap:anywhere}
    a{color:var(--truth)}
    footer{margin-top:46px;padding-top:14px;border-top:1px solid var(--line);color:var(--soft);font-size:13.5px;\
    max-width:none}
    footer p{margin:0 0 6px;max-width:90ch}

    """

  private static let tables = """
    .scroll{overflow-x:auto;margin-top:12px}
    table{width:100%;border-collapse:collapse;font-size:14.5px}
    th,td{padding:7px 14px 7px 0;text-align:left;border-bottom:1px solid var(--line);vertical-align:baseline}
    thead th{color:var(--soft);font-size:13px;font-weight:500;white-space:nowrap;border-bottom-color:var(--wall)}
    tbody th{font-weight:560}
    tfoot th,tfoot td{font-weight:660;border-bottom:0;border-top:1px solid var(--wall)}
    .n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    th:last-child,td:last-child{padding-right:0}

    """

  private static let pictures = """
    svg{display:block}
    svg.chart,svg.map{width:100%;height:auto}
    svg text{font-size:calc(11.5px*var(--u,1));fill:var(--soft);font-variant-numeric:tabular-nums}
    .chart{overflow:visible}
    .chart .grid{stroke:var(--line);stroke-width:1}
    .chart .axis,.chart .tick{stroke:var(--wall);stroke-width:1}
    .chart .rule{stroke:var(--muted);stroke-width:1;stroke-dasharray:3 3;fill:none}
    .chart text.rule{fill:var(--text);stroke:var(--halo);stroke-width:calc(3px*var(--u,1));stroke-dasharray:none;\
    paint-order:stroke}
    .maps{margin-top:14px;background:var(--card);border:1px solid var(--line);border-radius:12px;overflow:hidden}
    .tools{display:none;flex-wrap:wrap;gap:10px 20px;align-items:center;justify-content:space-between;\
    padding:12px 14px;border-bottom:1px solid var(--line)}
    .js .tools:not(:empty){display:flex}
    .levels{display:flex;flex-wrap:wrap;gap:4px;max-height:160px;overflow:auto;padding:3px;margin:-3px}
    button,select{font:inherit;font-size:14px;color:var(--text);background:var(--card);border:1px solid var(--line);\
    border-radius:7px;padding:4px 12px;min-height:32px}
    select{max-width:min(60vw,320px)}
    button{cursor:pointer}
    button:hover{border-color:var(--muted)}
    button[aria-pressed=true]{background:var(--text);color:var(--bg);border-color:var(--text)}
    :focus-visible{outline:2px solid var(--truth);outline-offset:2px}
    .chooser{color:var(--soft);font-size:14px}
    figure.level{margin:0}
    figure.level[hidden]{display:none}
    .frame{position:relative;background:var(--card)}
    .zoom{position:absolute;left:12px;top:12px;display:flex;gap:4px}
    .zoom button{width:32px;padding:0;opacity:.85}
    figcaption{padding:9px 16px;border-top:1px solid var(--line);font-size:14px;color:var(--soft)}
    figcaption b{color:var(--text);font-weight:640;margin-right:10px}
    .legend{display:flex;flex-wrap:wrap;gap:4px 20px;margin:0;padding:9px 16px 12px;list-style:none;font-size:13.5px;\
    color:var(--soft)}
    .card .legend{padding:6px 0 0}
    .maps .legend{padding-top:0}
    .legend li{display:flex;align-items:center;gap:7px}
    .legend svg{width:26px;height:14px;flex:none}
    .outline{fill:var(--way);stroke:var(--muted);stroke-width:1.4;vector-effect:non-scaling-stroke}
    .unit{stroke:var(--wall);stroke-width:.8;vector-effect:non-scaling-stroke;fill:var(--room);fill-rule:evenodd}
    .unit.way{fill:var(--way)}
    .unit.between{fill:var(--between)}
    .unit.closed{fill:var(--closed)}
    .opening{fill:none;stroke:var(--card);stroke-width:2.4;vector-effect:non-scaling-stroke}
    .plan{mix-blend-mode:multiply;opacity:.75;filter:saturate(.4)}
    @media(prefers-color-scheme:dark){.plan{filter:invert(1) hue-rotate(180deg) saturate(.4);mix-blend-mode:screen;\
    opacity:.55}}
    svg text.place{font-size:calc(10.5px*var(--u,1));fill:var(--soft);paint-order:stroke;stroke:var(--halo);\
    stroke-width:calc(2.5px*var(--u,1));stroke-opacity:.7;pointer-events:none}
    .furniture text{fill:var(--text);paint-order:stroke;stroke:var(--halo);stroke-width:calc(3px*var(--u,1))}
    .furniture .bar{fill:none;stroke:var(--text);stroke-width:1.5;vector-effect:non-scaling-stroke}
    .compass{transform-origin:1074px 18px;scale:var(--u,1)}
    .compass path{fill:var(--text)}
    .furniture .compass text{font-size:11.5px;stroke-width:3px}
    #tip{position:fixed;z-index:9;max-width:280px;padding:5px 9px;border-radius:6px;background:var(--text);\
    color:var(--bg);font-size:13px;line-height:1.4;pointer-events:none;white-space:pre-line;\
    font-variant-numeric:tabular-nums}
    #tip[hidden]{display:none}

    """

  private static let inks =
    Ink.allCases.map { ink in
      ".i-\(ink.rawValue){--ink:var(--\(ink == .plain ? "text" : ink.rawValue))}\n"
    }.joined() + """
      .line{fill:none;stroke:var(--ink);stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round;\
      vector-effect:non-scaling-stroke}
      .line.dashed{stroke-dasharray:4 4}
      .area{fill:var(--ink);fill-opacity:.17;stroke:none}
      .bold,.thin,.dashed,.tie{fill:none;stroke:var(--ink);stroke-linejoin:round;stroke-linecap:round;\
      vector-effect:non-scaling-stroke}
      .bold{stroke-width:2.4}
      .thin{stroke-width:1.2}
      .band{fill:none;stroke:var(--ink);stroke-width:8;stroke-opacity:.35;vector-effect:non-scaling-stroke}
      .hair{fill:none;stroke:var(--ink);stroke-width:1;stroke-opacity:.45;stroke-linejoin:round;\
      vector-effect:non-scaling-stroke}
      path.dashed{stroke-width:1.4;stroke-dasharray:4 4}
      .tie{stroke-width:1;stroke-opacity:.5}
      .radius{fill:var(--ink);fill-opacity:.045;stroke:var(--ink);stroke-opacity:.3;stroke-width:.8;\
      vector-effect:non-scaling-stroke}
      .cell{fill:var(--ink);stroke:none;shape-rendering:crispEdges}
      .dot{fill:var(--ink);stroke:var(--halo);stroke-width:.8;vector-effect:non-scaling-stroke}
      .ring{fill:var(--halo);stroke:var(--ink);stroke-width:2;vector-effect:non-scaling-stroke}
      .cross{fill:none;stroke:var(--ink);stroke-width:2;stroke-linecap:round;vector-effect:non-scaling-stroke}
      .map .dot{r:calc(2px + 1px*var(--u,1))}
      .map .ring{r:calc(2px + 2.5px*var(--u,1))}
      .chart .dot{r:2.4px}
      .cross,rect.dot{transform-box:fill-box;transform-origin:center;scale:var(--u,1)}
      .hot{r:calc(6px*var(--u,1))!important;stroke:var(--text)!important;stroke-width:2!important}
      svg text.word{fill:var(--ink);font-weight:600;paint-order:stroke;stroke:var(--halo);stroke-width:calc(3px*var(--u,1))}

      """

  private static let compared = """
    .compare .filter{position:absolute;width:0;height:0}
    .compare .plan{filter:url(#plan-ink);mix-blend-mode:normal;opacity:var(--shown,.85)}.compare.off .plan{opacity:0}
    .compare .unit,.compare .outline{stroke:var(--truth)}.compare .opening{stroke:var(--second)}
    .fade{display:flex;gap:14px;align-items:center;flex-wrap:wrap}.fade label{display:flex;gap:8px;align-items:center}
    html:not(.js) .tools{display:none}.of-plan{color:#d55e00}.of-venue{color:var(--truth)}
    .of-plan::before,.of-venue::before{content:"\\25A0\\00A0"}.tools button[aria-pressed=true]{font-weight:700}
    .sheet{background:#fff;color:#000;font-size:10pt}.sheet p{margin:2mm}.rule{height:2mm;border:.3mm solid #000;\
    border-top:0;margin:0 2mm 2mm}
    @media print{body.alone>main{display:none}body.alone{background:#fff}}

    """

  private static let paper = """
    @media(max-width:600px){main{padding:24px 16px 40px}section{margin-top:36px}.figures dd{font-size:24px}\
    .figures{grid-template-columns:repeat(2,1fr)}.card{padding:14px 14px 10px}.bold{stroke-width:1.7}}
    @media print{:root{--bg:#fff;--card:#fff;--text:#000;--soft:#444;--line:#ddd;--room:#f2f2f2;--way:#fff;\
    --between:#e4e9ee;--closed:#e8e8e8;--wall:#aaa;--truth:#0072b2;--estimate:#d55e00;--second:#00815e;\
    --third:#6d55a8;--alert:#b3256b;--muted:#888;--halo:#fff;--notice:#fff;--notice-text:#000}\
    *{print-color-adjust:exact;-webkit-print-color-adjust:exact}.plan{filter:saturate(.4);mix-blend-mode:multiply;opacity:.75}\
    main{max-width:none;padding:0}.js .tools,.zoom{display:none!important}figure.level,figure.level[hidden]{display:block;\
    break-inside:avoid}.maps{border:0}.notice{border:1px solid #999}section{margin-top:26px}h2{break-after:avoid}\
    .scroll{overflow:visible}tr{break-inside:avoid}.lead{break-after:avoid}tfoot{display:table-row-group}\
    .maps{overflow:visible}.map{max-height:100mm}.cards{grid-template-columns:1fr 1fr;gap:10px}.card{padding:10px}\
    .legend{break-before:avoid}table{font-size:12px}}

    """
}
